// expect: holds

#include <atomic>
#include <thread>

std::atomic_flag ready;

int main() {
  std::thread waiter([] { ready.wait(false); });
  ready.test_and_set();
  ready.notify_one();
  waiter.join();
}
