// expect: holds

#include <semaphore>
#include <thread>

std::binary_semaphore is_there{0};
int message = 0;

int main() {
  std::thread receiver([] {
    is_there.acquire();
    if (message != 1) throw message;
  });
  message = 1;
  is_there.release();
  receiver.join();
}
