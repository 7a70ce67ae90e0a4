// expect: holds

#include <atomic>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread waiter([] { ready.wait(false); });
  ready = true;
  ready.notify_all();
  waiter.join();
}
