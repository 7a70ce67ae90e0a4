// expect: holds
// needs: libatomic-queue-dev, header atomic_queue/atomic_queue.h

#include <atomic_queue/atomic_queue.h>

#include <cassert>
#include <thread>

atomic_queue::AtomicQueueB<int> queue(2);

int main() {
  std::thread producer([] { queue.push(1); });
  const int taken = queue.pop();
  producer.join();
  assert(taken == 1);
}
