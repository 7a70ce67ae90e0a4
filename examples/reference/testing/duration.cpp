#include <vigil/testing/duration.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

//! [example]
TEST(DurationReference, RepeatsRoundsUntilTheTimeIsOver) {
  using namespace vigil::testing;
  unsigned rounds = 0;
  repeat_for_a_while([&](unsigned number) {
    EXPECT_EQ(number, rounds++);
    std::atomic<int> sum{0};
    std::thread other([&] { sum.fetch_add(1); });
    sum.fetch_add(1);
    other.join();
    EXPECT_EQ(sum, 2);
  });
  EXPECT_GE(rounds, 1U);  // VIGIL_STRESS_SECONDS=60 makes more
}
//! [example]
