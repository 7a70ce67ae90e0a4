// Latches that their waiters free at once, on this machine.

#include <vigil/latch/count_latch.hpp>

#include "latch/free_when_open.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
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

using Count = CountLatch<HesitantLayer>;

TEST(CountLatch, WaiterFreesItWhenThreeHaveCountedDown) {
  free_when_open<Count>(
      3, [] { return std::make_unique<Count>(3U); }, [](Count& latch) { latch.wait(); },
      [](Count& latch) { latch.count_down(); });
}

TEST(CountLatch, WaiterThatBlocksAtOnceFreesIt) {
  free_when_open<Count>(
      2, [] { return std::make_unique<Count>(2U); }, [](Count& latch) { latch.wait(SpinWait<HesitantLayer>(0)); },
      [](Count& latch) { latch.count_down(); });
}

TEST(CountLatch, ManyWaitersAllReturn) {
  repeat_for_a_while([](unsigned) {
    const Watchdog watchdog([] { return std::string("one of the waiters of a latch"); });
    CountLatch<HesitantLayer, Waiters::many> latch(1);
    int result = 0;
    std::atomic<int> unseen{0};
    ThreadSet threads;
    threads.add(6, [&](std::size_t) {
      latch.wait(SpinWait<HesitantLayer>(0));
      unseen.fetch_add(result == 7 ? 0 : 1, std::memory_order_relaxed);
    });
    threads.add([&] {
      result = 7;
      latch.count_down();
    });
    threads.run();
    ASSERT_EQ(unseen.load(), 0);
  });
}

}  // namespace
}  // namespace vigil::stress
