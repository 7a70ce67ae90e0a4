// expect: holds
// needs: libconcurrentqueue-dev, header concurrentqueue/blockingconcurrentqueue.h

#include <concurrentqueue/blockingconcurrentqueue.h>

#include <cassert>
#include <thread>

struct Traits : moodycamel::ConcurrentQueueDefaultTraits {
  static const int MAX_SEMA_SPINS = 1;
};
moodycamel::BlockingConcurrentQueue<int, Traits> queue;

int main() {
  std::thread producer([] { queue.enqueue(1); });
  int taken = 0;
  queue.wait_dequeue(taken);
  producer.join();
  assert(taken == 1);
}
