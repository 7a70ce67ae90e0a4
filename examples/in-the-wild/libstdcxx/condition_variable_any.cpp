// expect: holds

#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable_any changed;

int main() {
  std::jthread waiter([](std::stop_token token) {
    std::unique_lock lock(mutex);
    changed.wait(lock, token, [] { return false; });
  });
  waiter.request_stop();
}
