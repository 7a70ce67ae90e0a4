// Do the latches that block keep their counts and open exactly once?

#include <vigil/latch/count_latch.hpp>
#include <vigil/latch/lock_latch.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <vector>

namespace vigil {
namespace {

TEST(CountLatch, OfZeroIsOpen) {
  CountLatch<> latch(0);
  EXPECT_TRUE(latch.probe());
  latch.wait();
}

TEST(CountLatch, IsOpenExactlyWhenItWasCountedDownAsOftenAsUp) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& moves) {
    CountLatch<> latch(1);
    std::uint64_t due = 1;
    for (const std::uint8_t move : moves) {
      if (due == 0) break;
      if (move % 2 == 0) {
        latch.count_down();
        --due;
      } else {
        latch.count_up(move);
        due += move;
      }
      RC_ASSERT(latch.probe() == (due == 0));
    }
  }));
}

TEST(LockLatch, WaitAfterSetReturnsAtOnce) {
  LockLatch<> latch;
  latch.set();
  latch.wait();
}

}  // namespace
}  // namespace vigil
