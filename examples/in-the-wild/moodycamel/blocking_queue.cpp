// expect: limit
// needs: libconcurrentqueue-dev, header concurrentqueue/blockingconcurrentqueue.h

#include <concurrentqueue/blockingconcurrentqueue.h>

#include <cassert>
#include <thread>

moodycamel::BlockingConcurrentQueue<int> queue;

int main() {
  std::thread producer([] { queue.enqueue(1); });
  int taken = 0;
  queue.wait_dequeue(taken);
  producer.join();
  assert(taken == 1);
}
