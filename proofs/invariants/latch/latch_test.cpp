// A latch and its owner, for any number of setters and wakers: the invariant holds at first, every step keeps it, and
// the promises follow.

#include "invariants/latch/design.hpp"
#include "invariants/latch/variants.hpp"
#include "invariants/system/test_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace vigil::proofs::invariants::latching {

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.name; }

namespace {

using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::TestWithParam;

TEST(LatchForAnyNumberOfThreads, HasANameForEveryVariable) { EXPECT_EQ(kNames.size(), kPlaces); }

TEST(LatchForAnyNumberOfThreads, BeginsInTheInvariant) {
  EXPECT_THAT(not_initial(system_of({}), invariant()), IsEmpty());
}

TEST(LatchForAnyNumberOfThreads, KeepsItsInvariantAtEveryStep) {
  EXPECT_THAT(steps_that_break(system_of({}), invariant()), IsEmpty());
}

TEST(LatchForAnyNumberOfThreads, CanTakeEveryStepInEachOfItsCases) {
  const System system = system_of({});
  for (const Step& step : system.steps) {
    for (const Case& act : step.cases) EXPECT_TRUE(can_happen(system, act, invariant())) << step.name;
  }
}

TEST(LatchForAnyNumberOfThreads, KeepsItsPromisesWhereverTheInvariantHolds) {
  EXPECT_THAT(not_implied(system_of({}), invariant(), promises()), IsEmpty());
}

TEST(LatchForAnyNumberOfThreads, MakesNoPromiseThatHoldsInEveryState) {
  std::vector<std::string> names;
  for (const Claim& claim : promises()) names.push_back(claim.name);
  EXPECT_THAT(not_implied(system_of({}), {}, promises()), ElementsAreArray(names));
}

// The promise is about states that a run reaches.
TEST(LatchForAnyNumberOfThreads, IsSetWhileItsOwnerIsBlocked) {
  const Claim never{"never", "", [](const State& s) { return s[was_set] == s.number(0) || s[blocked] == s.number(0); }};
  EXPECT_TRUE(run_against(never, {}, 5).has_value());
}

class LatchMutant : public TestWithParam<Mutant> {};

TEST_P(LatchMutant, FailsTheInductionAtTheStepThatIsWrong) {
  EXPECT_THAT(steps_that_break(system_of(GetParam().design), invariant()), ElementsAreArray(GetParam().broken_at));
}

TEST_P(LatchMutant, RunsFromTheBeginningToABrokenPromise) {
  const Mutant& mutant = GetParam();
  EXPECT_TRUE(run_against(promise(mutant.promise), mutant.design, mutant.length).has_value());
}

TEST_P(LatchMutant, HasNoShorterRun) {
  const Mutant& mutant = GetParam();
  for (std::size_t length = 0; length != mutant.length; ++length) {
    EXPECT_FALSE(run_against(promise(mutant.promise), mutant.design, length).has_value()) << length << " steps";
  }
}

TEST_P(LatchMutant, IsTheOnlyOneToRunThere) {
  const Mutant& mutant = GetParam();
  EXPECT_FALSE(run_against(promise(mutant.promise), {}, mutant.length).has_value());
}

INSTANTIATE_TEST_SUITE_P(Latch, LatchMutant, ::testing::ValuesIn(mutants()), kByName);

}  // namespace
}  // namespace vigil::proofs::invariants::latching
