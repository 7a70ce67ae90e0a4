#include <vigil/sleep/idle_state.hpp>
#include <vigil/sleep/sleep.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

TEST(SleepRoundsReference, SayHowLongAnIdleWorkerYields) {
  //! [example]
  // Two rounds of yielding, then the announcement, one more search, and sleep.
  vigil::Sleep<> sleep(4, {.until_sleepy = 2, .until_sleeping = 3});
  const vigil::IdleState idle = sleep.start_looking(0);
  EXPECT_EQ(idle.worker, 0U);
  EXPECT_EQ(idle.rounds, 0U);
  // There must be a search between the announcement and the sleep.
  EXPECT_THROW(vigil::Sleep<>(4, {.until_sleepy = 2, .until_sleeping = 2}), std::invalid_argument);
  //! [example]
}
