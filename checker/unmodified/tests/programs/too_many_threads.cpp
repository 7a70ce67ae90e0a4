// A limit of the explorer, which says nothing of the program.
// expect: limit
// prints: "at most 8 threads"
#include <thread>
#include <vector>

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i != 8; ++i) threads.emplace_back([] {});
  for (auto& thread : threads) thread.join();
}
