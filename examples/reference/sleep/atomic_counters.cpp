#include <vigil/sleep/atomic_counters.hpp>

#include <gtest/gtest.h>

TEST(AtomicCountersReference, CountInactiveAndSleepingWorkersInOneWord) {
  //! [example]
  vigil::AtomicCounters<> counters;
  counters.add_inactive();  // a worker ran out of jobs
  counters.add_inactive();  // and another
  EXPECT_TRUE(counters.try_add_sleeping(counters.load()));
  EXPECT_EQ(counters.load().sleeping(), 1U);
  EXPECT_EQ(counters.load().awake_but_idle(), 1U);
  counters.sub_sleeping();  // its waker
  EXPECT_EQ(counters.sub_inactive(), 0U) << "no sleeper is left to wake";
  //! [example]
}
