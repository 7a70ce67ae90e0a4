// The clock of a thread that sleeps comes to the end of its sleep.
// expect: holds 1+0
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  using namespace std::chrono;
  const auto end = system_clock::now() + 1500ms;
  std::this_thread::sleep_until(end);
  assert(system_clock::now() >= end);
}
