// expect: data-race
// expect: data-race
// options: --memory-model sc
// needs: libboost-dev, header boost/lockfree/queue.hpp

#include <boost/lockfree/queue.hpp>

#include <thread>

boost::lockfree::queue<int> queue(2);

int main() {
  std::thread other([] { queue.push(1); });
  queue.push(2);
  other.join();
}
