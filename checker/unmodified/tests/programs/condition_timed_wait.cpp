// The thread goes on, notified or not.
// expect: holds
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

int main() {
  std::thread thread([] {
    const std::lock_guard lock(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, std::chrono::milliseconds(10), [] { return ready; });
  }
  thread.join();
}
