// expect: holds
// arguments: --symmetry
// prints: "none compares addresses of what is its own"
//
// What --symmetry cannot know: which of two threads has the lower stack. Without it the assertion fails.

#include <atomic>
#include <cassert>
#include <functional>
#include <thread>

int main() {
  std::atomic<int> count{0};
  std::atomic<int*> places[2] = {nullptr, nullptr};
  const auto publish = [&] {
    int own = 0;
    places[count.fetch_add(1)].store(&own);
  };
  std::thread one(publish), other(publish);
  one.join();
  other.join();
  assert(std::greater<int*>()(places[0].load(), places[1].load()));
}
