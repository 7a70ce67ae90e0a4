// expect: holds
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_timed_mutex mutex;
int number = 0;

int main() {
  std::thread thread([] {
    const std::shared_lock lock(mutex, std::chrono::milliseconds(10));
    if (lock.owns_lock()) assert(number != 1);
  });
  {
    const std::lock_guard lock(mutex);
    ++number;
    ++number;
  }
  thread.join();
}
