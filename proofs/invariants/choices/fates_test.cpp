// Is there a proof or a counterexample for each step of the protocols that may be left out?

#include "invariants/choices/fates.hpp"
#include "invariants/system/steps.hpp"
#include "invariants/system/test_names.hpp"

#include <vigil/atomics/entries.hpp>
#include <vigil/latch/core_latch_tables.hpp>
#include <vigil/sleep/atomic_counters_tables.hpp>
#include <vigil/sleep/sleep_tables.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {

void PrintTo(const Fate& fate, std::ostream* out) { *out << fate.table << "::" << fate.choice; }

namespace {

template <class... Tables>
std::set<std::string> labels_of() {
  std::set<std::string> labels;
  const auto add = [&labels](const std::vector<Grounds>& table) {
    for (const auto& entry : table) labels.emplace(entry.label);
  };
  (add(entries::grounds_of<Tables>()), ...);
  return labels;
}

// The mutants that steps name for which core has no choice.
std::set<std::string> mutants_named() {
  std::set<std::string> names;
  for (const auto& table :
       {entries::grounds_of<SleepSteps>(), entries::grounds_of<CounterSteps>(), entries::grounds_of<LatchSteps>()})
    for (const auto& step : table)
      if (!step.reason.empty()) names.emplace(step.reason);
  return names;
}

void add_mutants_of(const std::filesystem::path& specification, std::set<std::string>& names) {
  std::ifstream file(specification);
  const std::string mark = "mutant: ";
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(mark)) names.insert(line.substr(mark.size()));
}

// Of Sleep, its counters, and the latch of a worker.
std::set<std::string> mutants_of_core() {
  std::set<std::string> names;
  const std::filesystem::path models = VIGIL_SOURCE_TREE "/models";
  for (const auto& file : std::filesystem::directory_iterator(models / "sleep/mutants"))
    add_mutants_of(file.path(), names);
  add_mutants_of(models / "latch/mutants/core_latch.mutants", names);
  return names;
}

// No worker of the proofs waits apart. The models of isolations have some.
const std::set<std::string> kMutantsOfWaitingApart{"sleeper_apart_absorbs_wake", "sleeper_apart_not_woken",
                                                   "sleeps_apart_on_set_latch"};

TEST(StepsOfTheProofs, AreAllOfTheThreeTables) {
  EXPECT_EQ(fates_of_choices().size(), sizeof(SleepSteps) + sizeof(CounterSteps) + sizeof(LatchSteps));
}

TEST(StepsOfTheProofs, AreTheChoicesAndTheMutantsOfCore) {
  auto without_choice = labels_of<SleepSteps, CounterSteps, LatchSteps>();
  for (const auto& choice : labels_of<SleepProtocol, AtomicCountersProtocol, CoreLatchProtocol>())
    EXPECT_EQ(without_choice.erase(choice), 1U) << choice;
  // And `wake_partly`, which is performance only.
  EXPECT_EQ(without_choice.size(), mutants_named().size() + 1);
  auto in_core = mutants_of_core();
  for (const auto& mutant : kMutantsOfWaitingApart) EXPECT_EQ(in_core.erase(mutant), 1U) << mutant;
  EXPECT_EQ(mutants_named(), in_core);
}

class Choices : public ::testing::TestWithParam<Fate> {};

TEST_P(Choices, AreRefutedOrHarmless) {
  const Fate& fate = GetParam();
  EXPECT_FALSE(fate.refuted.empty() && fate.with_another.empty() && fate.harmless.empty())
      << "no mutant and no harmless variant flips it";
}

INSTANTIATE_TEST_SUITE_P(Protocol, Choices, ::testing::ValuesIn(fates_of_choices()),
                         [](const auto& choice) { return as_test_name(choice.param.choice); });

}  // namespace
}  // namespace vigil::proofs::invariants
