// The split deque, for any number of thieves, jobs and slots: the invariant holds at first, every step keeps it, and
// the promises follow.

#include "invariants/deque/design.hpp"
#include "invariants/deque/variants.hpp"
#include "invariants/system/test_names.hpp"

#include <vigil/atomics/entries.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace vigil::proofs::invariants::splitting {

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.name; }

namespace {

using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::TestWithParam;

TEST(SplitDequeForAnyNumberOfThreads, HasANameForEveryVariable) { EXPECT_EQ(kNames.size(), kPlaces); }

TEST(SplitDequeForAnyNumberOfThreads, BeginsInTheInvariant) {
  EXPECT_THAT(not_initial(system_of({}), invariant()), IsEmpty());
}

TEST(SplitDequeForAnyNumberOfThreads, KeepsItsInvariantAtEveryStep) {
  EXPECT_THAT(steps_that_break(system_of({}), invariant()), IsEmpty());
}

TEST(SplitDequeForAnyNumberOfThreads, CanTakeEveryStepInEachOfItsCases) {
  const System system = system_of({});
  for (const Step& step : system.steps) {
    for (const Case& act : step.cases) EXPECT_TRUE(can_happen(system, act, invariant())) << step.name;
  }
}

// A search allows fewer runs than the proof. It must not allow none.
TEST(SplitDequeForAnyNumberOfThreads, CanTakeEveryStepOfTheCode) {
  const System system = system_of({.only_what_code_does = true});
  EXPECT_THAT(steps_that_break(system, invariant()), IsEmpty());
  for (const Step& step : system.steps) {
    for (const Case& act : step.cases) EXPECT_TRUE(can_happen(system, act, invariant())) << step.name;
  }
}

TEST(SplitDequeForAnyNumberOfThreads, KeepsItsPromisesWhereverTheInvariantHolds) {
  EXPECT_THAT(not_implied(system_of({}), invariant(), promises()), IsEmpty());
}

TEST(SplitDequeForAnyNumberOfThreads, MakesNoPromiseThatHoldsInEveryState) {
  std::vector<std::string> names;
  for (const Claim& claim : promises()) names.push_back(claim.name);
  EXPECT_THAT(not_implied(system_of({}), {}, promises()), ElementsAreArray(names));
}

// The promises are about states that a run reaches.
TEST(SplitDequeForAnyNumberOfThreads, RetiresAJobThatAThiefHasEnded) {
  const Claim never{"never", "", [](const State& s) { return s[gone] == s.number(0) || s[retiring] == s.number(0); }};
  EXPECT_TRUE(run_against(never, {}, 11).has_value());
}

TEST(SplitDequeForAnyNumberOfThreads, WakesAnOwnerThatSleeps) {
  const Claim never{"never", "", [](const State& s) { return s[answering] == s.number(0); }};
  EXPECT_TRUE(run_against(never, {}, 11).has_value());
}

// Whether each claim is needed: without it, the rest is no invariant, or a promise does not follow.
TEST(SplitDequeForAnyNumberOfThreads, NeedsEachClaimOfItsInvariant) {
  const System system = system_of({});
  for (std::size_t i = 0; i != invariant().size(); ++i) {
    std::vector<Claim> rest = invariant();
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(steps_that_break(system, rest).empty() && not_implied(system, rest, promises()).empty())
        << invariant()[i].name;
  }
}

// The names that `specification` gives its mutants, without those that change nothing.
std::set<std::string> mutants_in(const std::string& specification) {
  std::ifstream file(specification);
  std::set<std::string> names;
  std::string name;
  for (std::string line; std::getline(file, line);) {
    if (const std::string mark = "mutant: "; line.starts_with(mark)) name = line.substr(mark.size());
    if (line.starts_with("killed by: ")) names.insert(name);
  }
  return names;
}

TEST(StepsOfTheSplitDeque, AreTheMutantsOfCore) {
  std::set<std::string> of_steps;
  for (const Grounds& step : entries::grounds_of<SplitSteps>()) of_steps.emplace(step.reason);
  std::set<std::string> refuted;
  for (const Mutant& mutant : mutants()) refuted.insert(mutant.name);
  const auto in_core = mutants_in(VIGIL_SOURCE_TREE "/models/deque/mutants/split.mutants");
  EXPECT_EQ(of_steps, in_core);
  EXPECT_EQ(refuted, in_core);
}

class SplitMutant : public TestWithParam<Mutant> {};

TEST_P(SplitMutant, LeavesOutTheStepOfItsName) {
  const std::vector<Grounds> steps = entries::grounds_of<SplitSteps>();
  for (std::size_t i = 0; i != steps.size(); ++i) {
    EXPECT_EQ(entries::value_at(GetParam().steps, i) == entries::value_at(SplitSteps{}, i),
              steps[i].reason != GetParam().name)
        << steps[i].label;
  }
}

TEST_P(SplitMutant, FailsTheInductionAtTheStepThatIsWrong) {
  EXPECT_THAT(steps_that_break(system_of({.steps = GetParam().steps}), invariant()),
              ElementsAreArray(GetParam().broken_at));
}

TEST_P(SplitMutant, RunsFromTheBeginningToABrokenPromise) {
  const Mutant& mutant = GetParam();
  EXPECT_TRUE(run_against(promise(mutant.promise), mutant.steps, mutant.length).has_value());
}

TEST_P(SplitMutant, HasNoRunThatIsOneStepShorter) {
  const Mutant& mutant = GetParam();
  EXPECT_FALSE(run_against(promise(mutant.promise), mutant.steps, mutant.length - 1).has_value());
}

TEST_P(SplitMutant, IsTheOnlyOneToRunThere) {
  const Mutant& mutant = GetParam();
  EXPECT_FALSE(run_against(promise(mutant.promise), {}, mutant.length).has_value());
}

INSTANTIATE_TEST_SUITE_P(Split, SplitMutant, ::testing::ValuesIn(mutants()), kByName);

}  // namespace
}  // namespace vigil::proofs::invariants::splitting
