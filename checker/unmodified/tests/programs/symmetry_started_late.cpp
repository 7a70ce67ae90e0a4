// expect: data-race
// arguments: --symmetry
//
// The thread that comes second reads what main wrote after it had started one of them.

#include <atomic>
#include <thread>

int main() {
  std::atomic<int> count{0};
  int given = 0, seen = 0;
  const auto add = [&] {
    if (count.fetch_add(1, std::memory_order_relaxed) == 1) seen = given;
  };
  std::thread one(add);
  given = 1;
  std::thread other(add);
  one.join();
  other.join();
  return seen > 1;
}
