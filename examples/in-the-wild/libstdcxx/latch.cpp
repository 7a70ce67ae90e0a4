// expect: missed-wake
// expect: holds
// options: --memory-model tso

#include <cassert>
#include <latch>
#include <thread>

std::latch both_done{2};
int results[2];

int main() {
  auto work = [](int i) {
    results[i] = 1;
    both_done.count_down();
  };
  std::thread first(work, 0), second(work, 1);
  both_done.wait();
  assert(results[0] + results[1] == 2);
  first.join();
  second.join();
}
