// Does the specification of the latch accept the results that a latch may have, and refuse all others?

#include <vigil/linearizability/latch.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace vigil::linearizability {
namespace {

using Call = LatchCall;
constexpr auto kSet = LatchState::set;

bool is_legal(const std::vector<Call>& calls) {
  History<Call> history;
  for (const Call& call : calls) history.push_back({call, 0, only(history.size()) - 1});
  return linearize<LatchSpec>(history).exists;
}

TEST(LatchSpec, AcceptsAnOwnerWhoSleepsAndIsWoken) {
  EXPECT_TRUE(is_legal({Call::get_sleepy(true), Call::check(LatchState::sleepy), Call::fall_asleep(true),
                        Call::check(LatchState::sleeping), Call::wake_up(), Call::check(LatchState::unset)}));
}
TEST(LatchSpec, AcceptsASetterWhoFindsTheOwnerAsleep) {
  EXPECT_TRUE(is_legal({Call::get_sleepy(true), Call::fall_asleep(true), Call::set(true), Call::check(kSet)}));
}
TEST(LatchSpec, AcceptsASetterBetweenTheStepsOfItsOwner) {
  EXPECT_TRUE(is_legal({Call::get_sleepy(true), Call::set(false), Call::fall_asleep(false), Call::get_sleepy(false)}));
}
TEST(LatchSpec, RefusesAnOwnerWhoFallsAsleepOnASetLatch) {
  EXPECT_FALSE(is_legal({Call::get_sleepy(true), Call::set(false), Call::fall_asleep(true)}));
  EXPECT_FALSE(is_legal({Call::set(false), Call::get_sleepy(true)}));
}
TEST(LatchSpec, RefusesATransitionThatFailsSpuriously) {
  EXPECT_FALSE(is_legal({Call::get_sleepy(false)}));
  EXPECT_FALSE(is_legal({Call::get_sleepy(true), Call::fall_asleep(false)}));
}
TEST(LatchSpec, RefusesASetterWhoWakesNoOwnerOrMissesTheSleeper) {
  EXPECT_FALSE(is_legal({Call::get_sleepy(true), Call::set(true)}));
  EXPECT_FALSE(is_legal({Call::get_sleepy(true), Call::fall_asleep(true), Call::set(false)}));
}
TEST(LatchSpec, RefusesASecondSetterWhoWakesTheSameOwner) {
  EXPECT_FALSE(is_legal({Call::get_sleepy(true), Call::fall_asleep(true), Call::set(true), Call::set(true)}));
}
TEST(LatchSpec, RefusesAWakingThatUndoesTheSetting) {
  EXPECT_TRUE(is_legal({Call::set(false), Call::wake_up(), Call::check(kSet)}));
  EXPECT_FALSE(is_legal({Call::set(false), Call::wake_up(), Call::check(LatchState::unset)}));
}
TEST(LatchSpec, AcceptsALatchThatIsUsedAgain) {
  EXPECT_TRUE(is_legal({Call::set(false), Call::reset(), Call::check(LatchState::unset), Call::get_sleepy(true)}));
}

}  // namespace
}  // namespace vigil::linearizability
