// expect: holds
// arguments: --symmetry
// prints: "up to symmetry"
//
// Nobody joins the threads: main waits for a counter.

#include <atomic>
#include <thread>

int main() {
  static std::atomic<int> done{0};
  for (int i = 0; i != 3; ++i) std::thread([] { done.fetch_add(1); }).detach();
  while (done.load() != 3) continue;
}
