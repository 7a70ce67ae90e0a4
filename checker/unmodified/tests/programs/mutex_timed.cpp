// expect: holds
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;
std::recursive_timed_mutex recursive;

int main() {
  using namespace std::chrono_literals;
  std::thread thread([] {
    if (mutex.try_lock_for(10ms)) mutex.unlock();
  });
  mutex.lock();
  assert(recursive.try_lock_for(1s));
  assert(recursive.try_lock_until(std::chrono::system_clock::now() + 1s));
  recursive.unlock();
  recursive.unlock();
  mutex.unlock();
  thread.join();
}
