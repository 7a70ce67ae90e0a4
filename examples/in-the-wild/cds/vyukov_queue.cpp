// expect: holds
// compile: -lcds
// needs: libcds-dev, header cds/container/vyukov_mpmc_cycle_queue.h

#include <cds/container/vyukov_mpmc_cycle_queue.h>

#include <cassert>
#include <thread>

cds::container::VyukovMPMCCycleQueue<int> queue(2);

int main() {
  std::thread first([] { queue.push(1); });
  std::thread second([] { queue.push(2); });
  int taken = 0, sum = 0;
  for (int i = 0; i != 2; ++i)
    if (queue.pop(taken)) sum += taken;
  first.join();
  second.join();
  while (queue.pop(taken)) sum += taken;
  assert(sum == 3);
}
