// expect: holds

#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;
int count = 0;

void try_it() {
  if (!mutex.try_lock_for(std::chrono::milliseconds(1))) return;
  ++count;
  mutex.unlock();
}

int main() {
  std::thread other(try_it);
  try_it();
  other.join();
}
