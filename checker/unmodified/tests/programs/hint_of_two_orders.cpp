// expect: data-race
// prints: "hint: make the load of ready in main ("
// prints: ") acquire, with any other relaxed load on that line, and the store of ready in publish ("
// prints: ") release, with any other relaxed store on that line: holds, exhaustive: 2 executions, 0 blocked"
// arguments: --hint
#include <atomic>
#include <cassert>
#include <thread>

int data = 0;
std::atomic<bool> ready{false};
void publish() {
  data = 1;
  ready.store(true, std::memory_order_relaxed);
}
int main() {
  std::thread writer(publish);
  if (ready.load(std::memory_order_relaxed)) assert(data == 1);
  writer.join();
}
