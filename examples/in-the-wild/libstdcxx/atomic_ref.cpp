// expect: holds

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int count = 0;
  std::thread first([&] { std::atomic_ref(count).fetch_add(1, std::memory_order_relaxed); });
  std::thread second([&] { ++std::atomic_ref(count); });
  first.join();
  second.join();
  assert(count == 2);
}
