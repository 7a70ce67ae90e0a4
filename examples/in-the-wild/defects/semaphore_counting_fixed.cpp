// expect: holds

#include "futex.hpp"

#include <thread>

// A semaphore that sleeps only while the count is zero.
class Semaphore {
 public:
  explicit Semaphore(int count) : count_(count) {}

  void release() {
    if (count_.fetch_add(1, std::memory_order_release) == 0) wake_all(count_);
  }
  void acquire() {
    while (!try_acquire()) sleep_while(count_, 0);
  }

 private:
  bool try_acquire() {
    int seen = count_.load(std::memory_order_relaxed);
    return seen != 0 && count_.compare_exchange_strong(seen, seen - 1, std::memory_order_acquire);
  }

  std::atomic<int> count_;
};

Semaphore semaphore(0);

void release_and_acquire(int times) {
  for (int i = 0; i != times; ++i) {
    semaphore.release();
    semaphore.acquire();
  }
}

int main() {
  std::thread other(release_and_acquire, 2);
  release_and_acquire(1);
  other.join();
}
