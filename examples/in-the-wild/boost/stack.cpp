// expect: data-race
// expect: data-race
// options: --memory-model sc
// needs: libboost-dev, header boost/lockfree/stack.hpp

#include <boost/lockfree/stack.hpp>

#include <thread>

boost::lockfree::stack<int> stack(2);

int main() {
  std::thread other([] { stack.push(1); });
  stack.push(2);
  other.join();
}
