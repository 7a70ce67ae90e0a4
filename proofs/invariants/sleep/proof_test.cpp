// The sleep protocol, for any number of workers and posters: the invariant holds at the start, every step keeps it, and
// the promises follow.

#include "invariants/sleep/claims.hpp"
#include "invariants/sleep/variables.hpp"
#include "invariants/sleep/variants.hpp"
#include "invariants/system/test_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {

void PrintTo(const Step& step, std::ostream* out) { *out << step.name; }

namespace sleeping {

void PrintTo(const Harmless& variant, std::ostream* out) { *out << variant.name; }
void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.name; }

namespace {

using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::TestWithParam;

TEST(SleepForAnyNumberOfThreads, HasANameForEveryVariable) { EXPECT_EQ(kNames.size(), kPlaces); }

TEST(SleepForAnyNumberOfThreads, BeginsInTheInvariant) {
  EXPECT_THAT(not_initial(system_of({}), invariant_of({})), IsEmpty());
}

TEST(SleepForAnyNumberOfThreads, KeepsItsPromisesWhereverTheInvariantHolds) {
  EXPECT_THAT(not_implied(system_of({}), invariant_of({}), promises()), IsEmpty());
}

TEST(SleepForAnyNumberOfThreads, MakesNoPromiseThatHoldsInEveryState) {
  std::vector<std::string> names;
  for (const Claim& claim : promises()) names.push_back(claim.name);
  EXPECT_THAT(not_implied(system_of({}), {}, promises()), ElementsAreArray(names));
}

class SleepStep : public TestWithParam<Step> {};

TEST_P(SleepStep, KeepsTheInvariant) { EXPECT_THAT(not_kept(system_of({}), GetParam(), invariant_of({})), IsEmpty()); }

TEST_P(SleepStep, CanHappenInEachOfItsCases) {
  for (std::size_t i = 0; i != GetParam().cases.size(); ++i) {
    EXPECT_TRUE(can_happen(system_of({}), GetParam().cases[i], invariant_of({}))) << "case " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Sleep, SleepStep, ::testing::ValuesIn(system_of({}).steps), kByName);

// A state that a run of one or two workers reaches: the proof is about states that occur.
struct Goal {
  std::string name;
  Variable place;
  int workers;
  std::size_t length;
};

void PrintTo(const Goal& goal, std::ostream* out) { *out << goal.name; }

class SleepRun : public TestWithParam<Goal> {};

TEST_P(SleepRun, GetsThere) {
  const Goal& goal = GetParam();
  const Claim never{"no thread gets there", "", [&](const State& s) { return s[goal.place] == s.number(0); }};
  EXPECT_TRUE(run_against(never, {}, goal.workers, goal.length).has_value());
}

INSTANTIATE_TEST_SUITE_P(Sleep, SleepRun,
                         ::testing::Values(Goal{"turned back by the counter", fallen_stale, 1, 9},
                                           Goal{"turned back by the last check", taking_back, 1, 10},
                                           Goal{"visits a worker that is awake", scan_missed, 2, 13},
                                           Goal{"wakes for a job", post_woke, 1, 14},
                                           Goal{"wakes before its job", cascade_woke, 2, 15}),
                         kByName);

class HarmlessVariant : public TestWithParam<Harmless> {};

TEST_P(HarmlessVariant, KeepsEveryPromise) {
  const Design& design = GetParam().design;
  const System system = system_of(design);
  EXPECT_THAT(not_initial(system, invariant_of(design)), IsEmpty());
  EXPECT_THAT(steps_that_break(design), IsEmpty());
  EXPECT_THAT(not_implied(system, invariant_of(design), promises()), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Sleep, HarmlessVariant, ::testing::ValuesIn(harmless_variants()), kByName);

class SleepMutant : public TestWithParam<Mutant> {};

TEST_P(SleepMutant, FailsTheInductionAtTheStepThatIsWrong) {
  EXPECT_THAT(steps_that_break(GetParam().design), ElementsAreArray(GetParam().broken_at));
}

TEST_P(SleepMutant, RunsFromTheBeginningToABrokenPromise) {
  const Mutant& mutant = GetParam();
  const auto trace = run_against(mutant);
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ(trace->size(), mutant.length + 1);
}

// The proof covers every length. This test shows that the search reports no run that does not exist. With two workers,
// the longest search would take a minute.
TEST_P(SleepMutant, IsTheOnlyOneToRunThere) {
  const Mutant& mutant = GetParam();
  const std::size_t length = mutant.workers == 1 ? mutant.length : std::min<std::size_t>(mutant.length, 12);
  EXPECT_FALSE(run_against(promise(mutant.promise), {}, mutant.workers, length).has_value());
}

INSTANTIATE_TEST_SUITE_P(Sleep, SleepMutant, ::testing::ValuesIn(mutants()), kByName);

}  // namespace
}  // namespace sleeping
}  // namespace vigil::proofs::invariants
