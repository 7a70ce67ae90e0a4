#include <vigil/deque/chase_lev.hpp>
#include <vigil/deque/steal_loop.hpp>

#include <gtest/gtest.h>

TEST(StealLoopReference, TakesTheOldestJob) {
  //! [example]
  vigil::ChaseLevDeque<int> victim;
  victim.push(1);
  victim.push(2);
  EXPECT_EQ(vigil::steal_loop(victim), 1) << "pushed first";
  EXPECT_EQ(vigil::steal_loop(victim), 2);
  EXPECT_FALSE(vigil::steal_loop(victim).has_value());
  //! [example]
}
