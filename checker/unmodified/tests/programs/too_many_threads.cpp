// A limit of the explorer, which says nothing of the program.
// expect: limit
// prints: "at most 14 threads"
#include <thread>
#include <vector>

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i != 14; ++i) threads.emplace_back([] {});
  for (auto& thread : threads) thread.join();
}
