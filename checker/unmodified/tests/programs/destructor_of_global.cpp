// The destructor of a global object is part of each execution, and of nothing else.
// expect: holds 1+0
#include <atomic>
#include <cassert>
#include <memory>

struct Global {
  std::unique_ptr<int> made_in_main;
  std::atomic<int> used{0};
  ~Global() { assert(*made_in_main == 1 && used.fetch_add(1) == 0); }
} global;

int main() { global.made_in_main = std::make_unique<int>(1); }
