// expect: holds
// arguments: --symmetry
// prints: "exhaustive: 2 executions up to symmetry, 48 in all, 0 blocked"
//
// Four threads that run the same. As the vector grows, it may or may not take memory again that it has freed.

#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::atomic<int> count{0};
  std::vector<std::thread> threads;
  for (int i = 0; i != 4; ++i) threads.emplace_back([&] { count.fetch_add(1); });
  for (auto& each : threads) each.join();
  assert(count.load() == 4);
}
