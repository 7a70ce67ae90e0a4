// expect: holds
// compile: -mcx16 -latomic

#include <atomic>
#include <cassert>
#include <thread>

struct alignas(16) Pair {
  long value, tag;
};
std::atomic<Pair> shared{{0, 0}};

void add() {
  Pair seen = shared.load();
  while (!shared.compare_exchange_weak(seen, {seen.value + 1, seen.tag + 2})) {
  }
}

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(shared.load().value == 2 && shared.load().tag == 4);
}
