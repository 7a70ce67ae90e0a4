// expect: holds
// needs: libreaderwriterqueue-dev, header readerwriterqueue/readerwritercircularbuffer.h

#include <readerwriterqueue/readerwritercircularbuffer.h>

#include <cassert>
#include <thread>

moodycamel::BlockingReaderWriterCircularBuffer<int> buffer(1);

int main() {
  std::thread producer([] {
    buffer.wait_enqueue(1);
    buffer.wait_enqueue(2);
  });
  int first = 0, second = 0;
  buffer.wait_dequeue(first);
  buffer.wait_dequeue(second);
  producer.join();
  assert(first == 1 && second == 2);
}
