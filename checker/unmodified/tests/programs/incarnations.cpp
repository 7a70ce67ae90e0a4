// The same memory is one atomic after another, of other types, and plain in between.
// expect: holds 8+0
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

alignas(8) unsigned char storage[8];

template <class T>
void round(T begin) {
  auto* const atomic = new (storage) std::atomic<T>(begin);
  std::thread thread([atomic] { atomic->fetch_add(1, std::memory_order_relaxed); });
  const T seen = atomic->load(std::memory_order_relaxed);
  // Nothing of the round before is left to be seen.
  assert(seen == begin || seen == static_cast<T>(begin + 1));
  thread.join();
  assert(atomic->load(std::memory_order_relaxed) == static_cast<T>(begin + 1));
  assert(*reinterpret_cast<T*>(storage) == static_cast<T>(begin + 1));
}

int main() {
  round<int>(10);
  round<long>(1L << 40);
  round<int>(20);
  for (unsigned char& byte : storage) byte = 0;
  assert(*reinterpret_cast<const long*>(storage) == 0);
}
