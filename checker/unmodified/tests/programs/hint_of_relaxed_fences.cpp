// expect: requirement
// prints: "hint: make the fence in first ("
// prints: ") seq_cst, with any other relaxed fence on that line, and the fence in second ("
// prints: ") seq_cst, with any other relaxed fence on that line: holds, exhaustive: 3 executions, 0 blocked"
// arguments: --hint
#include <atomic>
#include <cassert>
#include <thread>

// What g++ makes of std::atomic_thread_fence. clang++ makes nothing of a relaxed one.
extern "C" void __tsan_atomic_thread_fence(int order);

std::atomic<int> x, y;
int seen_by_first, seen_by_second;
void first() {
  x.store(1, std::memory_order_relaxed);
  __tsan_atomic_thread_fence(__ATOMIC_RELAXED);
  seen_by_first = y.load(std::memory_order_relaxed);
}
void second() {
  y.store(1, std::memory_order_relaxed);
  __tsan_atomic_thread_fence(__ATOMIC_RELAXED);
  seen_by_second = x.load(std::memory_order_relaxed);
}
int main() {
  std::thread one(first), other(second);
  one.join();
  other.join();
  assert(seen_by_first == 1 || seen_by_second == 1);
}
