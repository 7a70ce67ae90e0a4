#include <vigil/deque/chase_lev.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

int main() {
  int runs[1000] = {};  // a job is a pointer: here, to the number of times that it has run
  vigil::ChaseLevDeque<int*> deque;
  std::atomic<bool> done = false;
  std::thread thief([&] {
    while (!done)
      if (auto stolen = deque.steal(); stolen.is_success()) ++*stolen.job();
  });
  for (int& job : runs) deque.push(&job);
  while (auto mine = deque.pop()) ++**mine;
  done = true;
  thief.join();
  const auto once = std::ranges::count(runs, 1);
  std::printf("%td of 1000 jobs ran exactly once\n", once);
  return once == 1000 ? 0 : 1;
}
