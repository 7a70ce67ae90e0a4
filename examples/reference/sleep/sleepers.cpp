#include <vigil/sleep/atomic_counters.hpp>
#include <vigil/sleep/sleepers.hpp>

#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

TEST(SleepersReference, AreWokenOnlyIfTheyAreBlocked) {
  //! [example]
  vigil::AtomicCounters<> counters;
  vigil::Sleepers<vigil::StdAtomics, vigil::AtomicCounters<>> sleepers(2, counters);
  EXPECT_EQ(sleepers.workers(), 2U);
  EXPECT_FALSE(sleepers.wake_specific(0)) << "no worker is blocked";
  EXPECT_EQ(sleepers.wake_any(2), 0U);
  EXPECT_TRUE(sleepers.waker_decrements());
  //! [example]
}
