// expect: holds

#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool is_ready = false;

int main() {
  std::thread waiter([] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return is_ready; });
  });
  {
    std::lock_guard lock(mutex);
    is_ready = true;
  }
  changed.notify_one();
  waiter.join();
}
