// expect: holds

#include <cassert>
#include <future>

int main() {
  auto future = std::async(std::launch::async, [] { return 7; });
  assert(future.get() == 7);
}
