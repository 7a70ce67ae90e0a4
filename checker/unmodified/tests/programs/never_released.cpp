// No execution comes to its end: the semaphore is never released, and each attempt ends by its time limit.
// expect: limit
#include <chrono>
#include <semaphore>

std::binary_semaphore released(0);

int main() {
  while (!released.try_acquire_for(std::chrono::milliseconds(10))) {
  }
}
