// expect: holds

#include <mutex>
#include <thread>

std::recursive_mutex mutex;
int count = 0;

void twice() {
  std::lock_guard outer(mutex);
  std::lock_guard inner(mutex);
  ++count;
}

int main() {
  std::thread other(twice);
  twice();
  other.join();
}
