// expect: holds

#include <atomic>
#include <thread>

std::atomic_flag ready;

int main() {
  std::thread waiter([] { ready.wait(false, std::memory_order_acquire); });
  ready.test_and_set(std::memory_order_release);
  ready.notify_one();
  waiter.join();
}
