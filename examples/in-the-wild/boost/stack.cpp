// expect: data-race
// needs: libboost-dev, header boost/lockfree/stack.hpp

#include <boost/lockfree/stack.hpp>

#include <cassert>
#include <thread>

boost::lockfree::stack<int> stack(2);

int main() {
  std::thread other([] {
    int taken = 0;
    if (stack.pop(taken)) assert(taken == 1);
  });
  stack.push(1);
  int taken = 0;
  if (stack.pop(taken)) assert(taken == 1);
  stack.push(1);
  other.join();
}
