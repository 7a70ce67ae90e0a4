// expect: holds
// options: --operations 4000
// needs: libreaderwriterqueue-dev, header readerwriterqueue/readerwriterqueue.h

#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

moodycamel::BlockingReaderWriterQueue<int> queue(1);

int main() {
  std::thread producer([] { queue.enqueue(1); });
  int taken = 0;
  queue.wait_dequeue(taken);
  producer.join();
  assert(taken == 1);
}
