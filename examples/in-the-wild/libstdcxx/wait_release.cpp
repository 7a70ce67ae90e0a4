// expect: missed-wake
// expect: missed-wake
// options: --memory-model tso
// expect: holds
// options: --memory-model sc

#include <atomic>
#include <thread>

std::atomic<int> ready{0};

int main() {
  std::thread waiter([] { ready.wait(0, std::memory_order_acquire); });
  ready.store(1, std::memory_order_release);
  ready.notify_one();
  waiter.join();
}
