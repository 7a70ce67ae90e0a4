// Does the checker find the same executions as an oracle that was written from the definitions?

#include "as_litmus.hpp"
#include "corpus.hpp"
#include "known_models.hpp"
#include "litmus.hpp"
#include "random_programs.hpp"
#include "runner.hpp"
#include "variations.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>

namespace vigil::conformance {

namespace {

using checker::MemoryModel;

// A program with more partial graphs is left out for its size, before its result is known.
constexpr std::size_t kMostGraphs = 20'000;

// The smallest program on the way down that still shows a disagreement.
std::string shrunk(rc::Shrinkable<Program> program, MemoryModel model, std::string disagreement_found) {
  for (unsigned tries = 0; tries != 1'000;) {
    auto candidates = program.shrinks();
    bool is_smaller = false;
    for (auto candidate = candidates.next(); candidate && tries != 1'000; candidate = candidates.next()) {
      ++tries;
      std::string still = disagreement(as_litmus(candidate->value()), model, kMostGraphs);
      if (still.empty()) continue;
      program = *candidate;
      disagreement_found = std::move(still);
      is_smaller = true;
      break;
    }
    if (!is_smaller) break;
  }
  return disagreement_found;
}

MemoryModel model_of(std::uint64_t program) {
  return program % 4 == 1   ? MemoryModel::rc11
         : program % 8 == 3 ? MemoryModel::x86_tso
         : program % 8 == 7 ? MemoryModel::sequential
                            : MemoryModel::cpp20;
}

class RandomPrograms : public ::testing::TestWithParam<Family> {};

TEST_P(RandomPrograms, HaveTheExecutionsThatTheOracleFinds) {
  std::uint64_t compared = 0, all = 0;
  const auto failure_of = [&](std::uint64_t number, const rc::Shrinkable<Program>& program, rc::Random& /*random*/) {
    bool was_compared = false;
    const std::string found = disagreement(as_litmus(program.value()), model_of(number), kMostGraphs, &was_compared);
    compared += was_compared ? 1 : 0;
    ++all;
    return found.empty() ? found : "smaller:\n" + shrunk(program, model_of(number), found);
  };
  EXPECT_EQ(first_failure(GetParam(), failure_of), "");
  EXPECT_GE(compared * 10, all * 9) << "too many programs are too large for the oracle";
}

// The notation has no words for such programs, so the report names the program from which one was made.
TEST_P(RandomPrograms, HaveThemIfTheyComputeWithWhatTheyRead) {
  std::uint64_t compared = 0, all = 0;
  const auto failure_of = [&](std::uint64_t number, const rc::Shrinkable<Program>& notation, rc::Random& random) {
    const litmus::Program program = with_computed_values(as_litmus(notation.value()), random.split());
    bool was_compared = false;
    const std::string found = disagreement(program, model_of(number), kMostGraphs, &was_compared);
    compared += was_compared ? 1 : 0;
    ++all;
    return found.empty() ? found : "made of it: " + found;
  };
  EXPECT_EQ(first_failure(GetParam(), failure_of), "");
  EXPECT_GE(compared * 10, all * 9) << "too many programs are too large for the oracle";
}

INSTANTIATE_TEST_SUITE_P(Families, RandomPrograms, ::testing::ValuesIn(families().begin(), families().end()),
                         [](const auto& each) { return identifier(each.param.name); });

TEST(Conformance, EveryProgramOfTheCorpusHasTheExecutionsThatTheOracleFinds) {
  for (const Litmus& litmus : corpus())
    for (const MemoryModel model :
         {MemoryModel::cpp20, MemoryModel::rc11, MemoryModel::x86_tso, MemoryModel::sequential})
      EXPECT_EQ(disagreement(as_litmus(parse(litmus.text)), model, 1'000'000), "") << litmus.name;
}

TEST(Conformance, EveryKnownModelHasItsVerdictAndItsCounts) {
  for (const KnownModel& model : known_models()) EXPECT_EQ(disagreement(model), "");
}

}  // namespace
}  // namespace vigil::conformance
