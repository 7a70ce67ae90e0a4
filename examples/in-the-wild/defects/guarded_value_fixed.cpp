// expect: holds

#include <atomic>
#include <cassert>
#include <thread>

// A reader unlocks as a writer does.
class Guarded {
 public:
  int load() {
    lock();
    const int value = value_;
    is_locked_.store(false, std::memory_order_release);
    return value;
  }
  void store(int value) {
    lock();
    value_ = value;
    is_locked_.store(false, std::memory_order_release);
  }

 private:
  void lock() {
    while (is_locked_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  }

  std::atomic<bool> is_locked_{false};
  int value_ = 0;
};

Guarded guarded;

int main() {
  std::thread writer([] { guarded.store(1); });
  const int seen = guarded.load();
  assert(seen == 0 || seen == 1);
  writer.join();
}
