// expect: holds
// needs: libatomic-queue-dev, header atomic_queue/atomic_queue.h

#include <atomic_queue/atomic_queue.h>

#include <cassert>
#include <thread>

atomic_queue::AtomicQueue2<int, 2> queue;

int main() {
  std::thread first([] { queue.push(1); });
  std::thread second([] { queue.push(2); });
  const int one = queue.pop(), other = queue.pop();
  first.join();
  second.join();
  assert(one + other == 3);
}
