// expect: missed-wake
// expect: missed-wake
// options: --memory-model tso
// expect: holds
// options: --memory-model sc

#include "futex.hpp"

#include <thread>

// A waker that reads the count of waiters before its own store can be seen.
class Event {
 public:
  void wait() {
    waiters_.fetch_add(1);
    while (!is_set_.load(std::memory_order_acquire)) sleep_while(is_set_, 0);
    waiters_.fetch_sub(1, std::memory_order_release);
  }
  void set() {
    is_set_.store(1, std::memory_order_release);
    if (waiters_.load() != 0) wake_all(is_set_);
  }

 private:
  std::atomic<int> is_set_{0}, waiters_{0};
};

Event event;

int main() {
  std::thread waiter([] { event.wait(); });
  event.set();
  waiter.join();
}
