// Latches that are set once, and that their waiters free at once, on this machine.

#include <vigil/latch/once_latch.hpp>

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

using Once = OnceLatch<HesitantLayer>;

TEST(OnceLatch, WaiterThatBlocksAtOnceFreesItWhenItIsSet) {
  free_when_open<Once>(
      1, [] { return std::make_unique<Once>(); }, [](Once& latch) { latch.wait(SpinWait<HesitantLayer>(0)); },
      [](Once& latch) { latch.set(); });
}

TEST(OnceLatch, WaiterThatSpinsFirstFreesItWhenItIsSet) {
  free_when_open<Once>(
      1, [] { return std::make_unique<Once>(); }, [](Once& latch) { latch.wait(); }, [](Once& latch) { latch.set(); });
}

TEST(OnceLatch, ManyWaitersAllReturn) {
  repeat_for_a_while([](unsigned) {
    const Watchdog watchdog([] { return std::string("one of the waiters of a latch"); });
    OnceLatch<HesitantLayer, Waiters::many> latch;
    int result = 0;
    std::atomic<int> unseen{0};
    ThreadSet threads;
    threads.add(6, [&](std::size_t) {
      latch.wait(SpinWait<HesitantLayer>(0));
      unseen.fetch_add(result == 7 ? 0 : 1, std::memory_order_relaxed);
    });
    threads.add([&] {
      result = 7;
      latch.set();
    });
    threads.run();
    ASSERT_EQ(unseen.load(), 0);
  });
}

}  // namespace
}  // namespace vigil::stress
