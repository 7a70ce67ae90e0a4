// expect: holds
// compile: -lcds
// needs: libcds-dev, header cds/container/weak_ringbuffer.h

#include <cds/container/weak_ringbuffer.h>

#include <cassert>
#include <thread>

cds::container::WeakRingBuffer<int> ring(2);

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; ++i) ring.push(i);
  });
  int taken = 0, last = 0;
  for (int i = 0; i != 3; ++i)
    if (ring.pop(taken)) {
      assert(taken > last);
      last = taken;
    }
  producer.join();
}
