// expect: holds
// options: --operations 4000
// needs: libreaderwriterqueue-dev, header readerwriterqueue/readerwritercircularbuffer.h

#include <readerwriterqueue/readerwritercircularbuffer.h>

#include <cassert>
#include <thread>

moodycamel::BlockingReaderWriterCircularBuffer<int> buffer(1);

int main() {
  std::thread producer([] { buffer.wait_enqueue(1); });
  int taken = 0;
  buffer.wait_dequeue(taken);
  producer.join();
  assert(taken == 1);
}
