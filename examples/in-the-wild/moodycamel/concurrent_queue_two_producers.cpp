// expect: holds
// needs: libconcurrentqueue-dev, header concurrentqueue/concurrentqueue.h

#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

moodycamel::ConcurrentQueue<int> queue;

int main() {
  std::thread first([] { queue.enqueue(1); });
  std::thread second([] { queue.enqueue(2); });
  first.join();
  second.join();
  int one = 0, other = 0;
  assert(queue.try_dequeue(one) && queue.try_dequeue(other) && one + other == 3);
}
