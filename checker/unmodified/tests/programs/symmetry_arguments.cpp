// expect: holds 6+0
// arguments: --symmetry
// prints: "exhaustive: 6 executions, 0 blocked"
//
// Each thread has another number.

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> sum{0};
  std::thread threads[3];
  for (int i = 0; i != 3; ++i) threads[i] = std::thread([&sum, i] { sum.fetch_add(1 << i); });
  for (auto& each : threads) each.join();
  assert(sum.load() == 7);
}
