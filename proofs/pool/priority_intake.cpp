// Which level does a worker take its next job from, and is any level passed over for long?

#include <vigil/pool/priority.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil {
namespace {

// An injector that has a job wherever the test says.
struct Available {
  static constexpr std::size_t kLevels = kPriorities;
  struct Result {
    static Result empty() { return {}; }
    [[nodiscard]] bool is_success() const { return level >= 0; }
    int level = -1;
  };

  [[nodiscard]] Result pop() const {
    for (std::size_t level = 0; level != kLevels; ++level)
      if (has[level]) return {static_cast<int>(level)};
    return {};
  }
  [[nodiscard]] Result pop_at(std::size_t level) const {
    return has[level] ? Result{static_cast<int>(level)} : Result{};
  }

  std::array<bool, kLevels> has{};
};

// The next job of a worker that finds no others. It may ask more than once.
int next_level(PriorityIntake& intake, Available& injector, std::uint64_t& executed, int searches) {
  Available::Result taken;
  for (int i = 0; i != searches; ++i) {
    taken = intake.take_urgent(injector, executed);
    if (taken.is_success()) break;
  }
  if (!taken.is_success()) taken = intake.take(injector);
  if (taken.is_success()) ++executed;
  return taken.level;
}

RC_GTEST_PROP(PriorityIntake, TakesOneOfAnyLowerLevelThatHasJobsInEach32, ()) {
  PriorityIntake intake;
  Available injector;
  std::uint64_t executed = 0;
  std::array<int, kPriorities> passed_over{};
  for (const int change : *rc::gen::container<std::vector<int>>(500, rc::gen::inRange(0, 60))) {
    // Levels get jobs often, and run out of them rarely.
    if (change < 3) injector.has[static_cast<std::size_t>(change)] = false;
    if (change >= 50) injector.has[static_cast<std::size_t>(change % 3)] = true;
    const int level = next_level(intake, injector, executed, 1 + change % 3);
    bool any = false;
    for (std::size_t i = 0; i != kPriorities; ++i) {
      any |= injector.has[i];
      passed_over[i] = !injector.has[i] || level == static_cast<int>(i) ? 0 : passed_over[i] + 1;
      if (i != 0) RC_ASSERT(passed_over[i] < 32);
    }
    RC_ASSERT((level >= 0) == any);
  }
}

TEST(PriorityIntake, TakesUrgentJobsFirstButForOneIn16) {
  PriorityIntake intake;
  Available injector;
  std::uint64_t executed = 0;
  injector.has = {true, true, true};
  int urgent = 0;
  for (int i = 0; i != 160; ++i) urgent += next_level(intake, injector, executed, 1) == 0 ? 1 : 0;
  EXPECT_EQ(urgent, 150);
}

TEST(PriorityIntake, ASearchInVainIsNoPartOfAStreak) {
  PriorityIntake intake;
  Available injector;
  for (unsigned i = 0; i != PriorityIntake::kLongestStreak; ++i) {
    ASSERT_FALSE(intake.take_urgent(injector, 0).is_success());
    ASSERT_FALSE(intake.take(injector).is_success());
  }
  injector.has = {true, false, false};
  EXPECT_TRUE(intake.take_urgent(injector, 0).is_success());
}

// A wait may end before it finds a job: the worker asks for urgent jobs again, and has run none since.
TEST(PriorityIntake, ATurnOfTheOthersLastsUntilAJobHasRun) {
  PriorityIntake intake;
  Available injector;
  injector.has = {true, false, false};
  std::uint64_t executed = 0;
  for (; executed != PriorityIntake::kLongestStreak; ++executed)
    ASSERT_TRUE(intake.take_urgent(injector, executed).is_success());
  for (int i = 0; i != 3; ++i) EXPECT_FALSE(intake.take_urgent(injector, executed).is_success());
  ++executed;
  EXPECT_TRUE(intake.take_urgent(injector, executed).is_success());
}

}  // namespace
}  // namespace vigil
