// expect: holds

#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int first = 0, second = 0;

int main() {
  std::thread reader([] {
    std::shared_lock lock(mutex);
    assert(first == second);
  });
  {
    std::unique_lock lock(mutex);
    ++first;
    ++second;
  }
  reader.join();
}
