// The orders inside the semaphore are not the program's, so nobody tries others.
// expect: requirement
// prints: "no stronger memory order of one or two operations fixes this, of 4 operations that were tried"
// arguments: --hint
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

std::atomic<int> x{0}, y{0};
std::counting_semaphore<2> items{1};
int first = 0, second = 0;
void run() {
  items.acquire();
  x.store(1, std::memory_order_release);
  first = y.load(std::memory_order_acquire);
}
int main() {
  std::thread thread(run);
  items.release();
  y.store(1, std::memory_order_release);
  second = x.load(std::memory_order_acquire);
  thread.join();
  assert(first != 0 || second != 0);
}
