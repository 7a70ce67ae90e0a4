// The bell by which the threads of the ladder's pools sleep and end, as it ships. A thread that was told that it is not
// over, and then heard the last ring, slept for ever.
// expect: holds
#include "ladder/worker_set.hpp"

#include <thread>

int main() {
  vigil::ladder::Bell bell(2);
  const auto work = [&bell] {
    while (bell.wait(bell.listen())) continue;
  };
  std::thread other(work);
  bell.close();
  work();
  other.join();
}
