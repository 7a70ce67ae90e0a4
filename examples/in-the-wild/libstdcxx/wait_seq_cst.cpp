// expect: holds

#include <atomic>
#include <thread>

std::atomic<int> ready{0};

int main() {
  std::thread waiter([] { ready.wait(0); });
  ready.store(1);
  ready.notify_one();
  waiter.join();
}
