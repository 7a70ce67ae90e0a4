// More attempts than the bound on timeouts: no loop is taken for one that waits forever.
// expect: holds 1+5
// arguments: --timeouts 5
#include <chrono>
#include <semaphore>

std::counting_semaphore<4> semaphore(0);

int main() {
  for (int i = 0; i != 5; ++i)
    if (semaphore.try_acquire_for(std::chrono::milliseconds(10))) return 1;
}
