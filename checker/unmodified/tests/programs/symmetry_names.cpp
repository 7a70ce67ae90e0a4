// expect: requirement
// arguments: --symmetry
//
// The thread that came first leaves its name. Only that of the last one must not be there.

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> count{0};
  std::thread::id first;
  const auto add = [&] {
    if (count.fetch_add(1) == 0) first = std::this_thread::get_id();
  };
  std::thread one(add), other(add);
  const auto name = other.get_id();
  one.join();
  other.join();
  assert(first != name);
}
