// expect: holds
// expect: holds
// options: --memory-model tso

#include "futex.hpp"

#include <thread>

// A fence lets either the waker see the waiter, or the waiter see what is set.
class Event {
 public:
  void wait() {
    waiters_.fetch_add(1);
    while (!is_set_.load(std::memory_order_acquire)) sleep_while(is_set_, 0);
    waiters_.fetch_sub(1, std::memory_order_release);
  }
  void set() {
    is_set_.store(1, std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_seq_cst);
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
