// expect: missed-wake
// expect: missed-wake
// options: --memory-model tso
// expect: missed-wake
// options: --memory-model sc

#include <semaphore>
#include <thread>

std::binary_semaphore semaphore{1};
int balance = 0;

void deposit() {
  semaphore.acquire();
  ++balance;
  semaphore.release();
}

int main() {
  std::thread other(deposit);
  deposit();
  other.join();
}
