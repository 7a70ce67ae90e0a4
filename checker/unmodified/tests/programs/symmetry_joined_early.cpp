// expect: data-race
// arguments: --symmetry
//
// The thread that comes first writes a result, which main reads when only one thread has ended.

#include <atomic>
#include <thread>

int main() {
  std::atomic<int> count{0};
  int result = 0;
  const auto add = [&] {
    if (count.fetch_add(1) == 0) result = 1;
  };
  std::thread one(add), other(add);
  one.join();
  const int seen = result;
  other.join();
  return seen > 1;
}
