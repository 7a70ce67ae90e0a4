// expect: holds
// needs: libconcurrentqueue-dev, header concurrentqueue/concurrentqueue.h

#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

moodycamel::ConcurrentQueue<int> queue;

int main() {
  std::thread producer([] { queue.enqueue(1); });
  int taken = 0;
  const bool early = queue.try_dequeue(taken);
  producer.join();
  assert(early || queue.try_dequeue(taken));
  assert(taken == 1);
}
