// expect: holds
// needs: libreaderwriterqueue-dev, header readerwriterqueue/readerwriterqueue.h

#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

moodycamel::ReaderWriterQueue<int> queue(1);

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; ++i) queue.enqueue(i);
  });
  int taken = 0, last = 0;
  for (int i = 0; i != 3; ++i)
    if (queue.try_dequeue(taken)) assert(taken == ++last);
  producer.join();
}
