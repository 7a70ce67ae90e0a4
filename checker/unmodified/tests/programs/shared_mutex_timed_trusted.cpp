// A reader that does not ask whether it has the lock.
// expect: data-race
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_timed_mutex mutex;
int number = 0;

int main() {
  std::thread thread([] {
    const std::shared_lock lock(mutex, std::chrono::milliseconds(10));
    if (number == 1) std::this_thread::yield();
  });
  {
    const std::lock_guard lock(mutex);
    ++number;
  }
  thread.join();
}
