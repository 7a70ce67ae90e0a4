// expect: holds
// needs: libboost-dev, header boost/lockfree/queue.hpp

#include <boost/lockfree/queue.hpp>

#include <cassert>
#include <thread>

boost::lockfree::queue<int> queue(2);

int main() {
  std::thread producer([] { queue.push(1); });
  int taken = 0;
  const bool early = queue.pop(taken);
  producer.join();
  assert(early || queue.pop(taken));
  assert(taken == 1);
}
