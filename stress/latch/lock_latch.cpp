// Latches of a mutex and a condition variable, which their waiters free at once, on this machine.

#include <vigil/latch/lock_latch.hpp>

#include "latch/free_when_open.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

namespace vigil::stress {
namespace {

using namespace testing;

using Lock = LockLatch<HesitantLayer>;

TEST(LockLatch, WaiterFreesItWhenItIsSet) {
  free_when_open<Lock>(
      1, [] { return std::make_unique<Lock>(); }, [](Lock& latch) { latch.wait(); }, [](Lock& latch) { latch.set(); });
}

TEST(LockLatch, ManyWaitersAllReturnAndSeeWhatTheSetterDid) {
  repeat_for_a_while([](unsigned number) {
    const Watchdog watchdog([] { return std::string("one of the waiters of a latch"); });
    Lock latch;
    int result = 0;
    std::atomic<int> unseen{0};
    ThreadSet threads;
    threads.add(6, [&](std::size_t waiter) {
      RandomDelays delays(number * 37 + waiter);
      delays.perhaps();
      latch.wait();
      unseen.fetch_add(result == 7 ? 0 : 1, std::memory_order_relaxed);
    });
    threads.add([&] {
      RandomDelays delays(number * 37 + 6);
      delays.perhaps();
      result = 7;
      latch.set();
    });
    threads.run();
    ASSERT_EQ(unseen.load(), 0) << "waits that ended before the result was there";
  });
}

}  // namespace
}  // namespace vigil::stress
