// expect: holds
// needs: libboost-dev, header boost/lockfree/queue.hpp

#include <boost/lockfree/queue.hpp>

#include <cassert>
#include <thread>

boost::lockfree::queue<int> queue(2);

int main() {
  std::thread first([] { queue.push(1); });
  std::thread second([] { queue.push(2); });
  first.join();
  second.join();
  int one = 0, other = 0;
  assert(queue.pop(one) && queue.pop(other) && one + other == 3);
}
