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
#include <iostream>
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
  const std::uint64_t count = (programs_wanted() + families().size() - 1) / families().size();
  std::cout << GetParam().name << ": " << count << " programs, VIGIL_SEED=" << seed() << std::endl;
  const auto generator = GetParam().programs();
  rc::Random random(seed());
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i != count; ++i) {
    const auto program = generator(random.split(), 100);
    const MemoryModel model = model_of(i);
    bool was_compared = false;
    const std::string found = disagreement(as_litmus(program.value()), model, kMostGraphs, &was_compared);
    compared += was_compared ? 1 : 0;
    ASSERT_EQ(found, "") << "program " << i << ", smaller:\n" << shrunk(program, model, found);
  }
  EXPECT_GE(compared * 10, count * 9) << "too many programs are too large for the oracle";
}

// The notation has no words for such programs, so the report names the program from which one was made.
TEST_P(RandomPrograms, HaveThemIfTheyComputeWithWhatTheyRead) {
  const std::uint64_t count = (programs_wanted() + families().size() - 1) / families().size();
  const auto generator = GetParam().programs();
  rc::Random random(seed());
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i != count; ++i) {
    const auto notation = generator(random.split(), 100);
    const litmus::Program program = with_computed_values(as_litmus(notation.value()), random.split());
    const MemoryModel model = model_of(i);
    bool was_compared = false;
    ASSERT_EQ(disagreement(program, model, kMostGraphs, &was_compared), "") << "made of program " << i;
    compared += was_compared ? 1 : 0;
  }
  EXPECT_GE(compared * 10, count * 9) << "too many programs are too large for the oracle";
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
