// The C++ library counts owners without atomic operations as long as the C library says that there is one thread.
// expect: holds
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<int>(1);
  std::weak_ptr<int> weak = shared;
  std::thread other([owned = shared]() mutable { owned.reset(); });
  shared.reset();
  other.join();
  assert(weak.expired());
}
