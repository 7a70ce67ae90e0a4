// expect: holds

#include <atomic>
#include <thread>

std::atomic<int> ready{0};

int main() {
  std::thread waiter([] { ready.wait(0, std::memory_order_acquire); });
  ready.store(1, std::memory_order_release);
  std::atomic_thread_fence(std::memory_order_seq_cst);  // the fence that notify_one lacks
  ready.notify_one();
  waiter.join();
}
