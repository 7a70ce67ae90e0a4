#include <vigil/deque/chase_lev.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

int main() {
  std::vector<int> runs(10'000);  // a job is a number here, a pointer in earnest; running it counts
  vigil::ChaseLevDeque<int*> deque;
  std::atomic<bool> done = false;

  std::thread thief([&] {
    while (!done) {
      if (auto stolen = deque.steal(); stolen.is_success()) ++*stolen.job();
    }
  });
  for (int& job : runs) {
    deque.push(&job);
    if ((&job - runs.data()) % 3 == 0) {
      if (auto mine = deque.pop()) ++**mine;
    }
  }
  while (auto mine = deque.pop()) ++**mine;
  done = true;
  thief.join();

  const bool each_once = std::ranges::all_of(runs, [](int count) { return count == 1; });
  std::printf("%zu jobs, each run exactly once: %s\n", runs.size(), each_once ? "yes" : "no");
  return each_once ? 0 : 1;
}
