// A store that acquires. clang stores relaxed instead, so with it the program calls what g++ would.
// expect: undefined-order
// prints: "undefined-order (a store with the order acquire, which is undefined behaviour)"
// prints: "store x, acquire  undefined_order_of_store.cpp:"
#include <atomic>
#include <thread>

namespace {

std::atomic<int> x;
// Not a constant, of which compilers warn.
volatile int order = static_cast<int>(std::memory_order_acquire);

#if defined(__clang__)
extern "C" void store_as_told(void*, int, int) __asm__("__tsan_atomic32_store");
void store(int value) { store_as_told(&x, value, order); }
#else
void store(int value) { x.store(value, static_cast<std::memory_order>(order)); }
#endif

}  // namespace

int main() {
  std::thread thread([] { store(1); });
  (void)x.load(std::memory_order_relaxed);
  thread.join();
}
