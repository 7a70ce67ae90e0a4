// expect: holds
// needs: libboost-dev, header boost/lockfree/spsc_queue.hpp

#include <boost/lockfree/spsc_queue.hpp>

#include <cassert>
#include <thread>

boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; ++i) queue.push(i);
  });
  int taken = 0, last = 0;
  for (int i = 0; i != 3; ++i)
    if (queue.pop(taken)) {
      assert(taken > last);
      last = taken;
    }
  producer.join();
}
