// expect: holds

#include <semaphore>
#include <thread>

std::counting_semaphore<> semaphore{0};

void release_and_acquire() {
  for (int i = 0; i != 2; ++i) {
    semaphore.release();
    semaphore.acquire();
  }
}

int main() {
  std::thread other(release_and_acquire);
  release_and_acquire();
  other.join();
}
