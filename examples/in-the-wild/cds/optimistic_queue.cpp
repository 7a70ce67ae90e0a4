// expect: holds
// compile: -lcds
// needs: libcds-dev, header cds/container/optimistic_queue.h

#include <cds/container/optimistic_queue.h>
#include <cds/gc/hp.h>
#include <cds/init.h>

#include <cassert>
#include <thread>

int main() {
  cds::Initialize();
  {
    cds::gc::HP collector(8, 2, 4);
    cds::threading::Manager::attachThread();
    {
      cds::container::OptimisticQueue<cds::gc::HP, int> container;
      std::thread producer([&] {
        cds::threading::Manager::attachThread();
        container.push(1);
        cds::threading::Manager::detachThread();
      });
      int taken = 0;
      const bool early = container.pop(taken);
      producer.join();
      assert(early || container.pop(taken));
      assert(taken == 1);
    }
    cds::threading::Manager::detachThread();
  }
  cds::Terminate();
}
