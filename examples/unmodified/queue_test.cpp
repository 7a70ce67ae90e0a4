#include "bounded_queue.hpp"

#include <cassert>
#include <thread>

// Two producers and two consumers share a queue with room for one item.
int main() {
  BoundedQueue<int> queue(1);
  int sum = 0;
  std::thread first([&] { queue.push(1); });
  std::thread second([&] { queue.push(2); });
  std::thread third([&] { (void)queue.pop(); });
  sum += queue.pop();
  first.join();
  second.join();
  third.join();
  assert(sum == 1 || sum == 2);
}
