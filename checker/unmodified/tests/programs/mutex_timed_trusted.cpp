// The attempt may end by its time limit, and the mutex is unlocked all the same.
// expect: mutex-misuse
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;

int main() {
  std::thread thread([] {
    mutex.try_lock_for(std::chrono::milliseconds(10));
    mutex.unlock();
  });
  mutex.lock();
  mutex.unlock();
  thread.join();
}
