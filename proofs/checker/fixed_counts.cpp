// Do the oracle and the checker find the known executions of the programs of the literature?

#include "as_litmus.hpp"
#include "corpus.hpp"
#include "litmus.hpp"
#include "oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <sstream>
#include <string>

namespace vigil::conformance {

void PrintTo(const Litmus& litmus, std::ostream* out) { *out << litmus.name; }

namespace {

// In a program without branches and waits the n-th event of a thread comes from its n-th instruction.
bool shows(const Program& program, const Execution& execution, const std::map<std::string, std::uint64_t>& outcome) {
  for (std::size_t thread = 0; thread != program.threads.size(); ++thread) {
    for (std::size_t i = 0; i != program.threads[thread].size(); ++i) {
      const auto due = outcome.find(program.threads[thread][i].result);
      if (due != outcome.end() && execution.threads[thread][i].read != due->second) return false;
    }
  }
  return true;
}

std::map<std::string, std::uint64_t> outcome_of(std::string_view text) {
  std::map<std::string, std::uint64_t> outcome;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    outcome[word.substr(0, equals)] = std::stoul(word.substr(equals + 1));
  }
  return outcome;
}

void expect_outcome(const Litmus& litmus, const ExecutionSet& found, bool allows) {
  EXPECT_FALSE(found.blocks) << litmus.text;
  EXPECT_FALSE(found.cut_short) << litmus.text;
  if (litmus.outcome.empty()) return;
  const Program program = parse(litmus.text);
  const auto outcome = outcome_of(litmus.outcome);
  EXPECT_EQ(std::ranges::any_of(found.executions,
                                [&](const Execution& execution) { return shows(program, execution, outcome); }),
            allows)
      << litmus.text << ": " << litmus.outcome;
}

void expect_known(const Litmus& litmus, const ExecutionSet& found, unsigned count, bool allows) {
  EXPECT_EQ(found.executions.size(), count) << litmus.text;
  expect_outcome(litmus, found, allows);
}

class FixedCounts : public ::testing::TestWithParam<Litmus> {};

TEST_P(FixedCounts, TheOracleAgreesUnderCpp20) {
  expect_known(GetParam(), enumerate(as_litmus(parse(GetParam().text)), MemoryModel::cpp20), GetParam().cpp20,
               GetParam().cpp20_allows);
}

TEST_P(FixedCounts, TheOracleAgreesUnderRc11) {
  expect_known(GetParam(), enumerate(as_litmus(parse(GetParam().text)), MemoryModel::rc11), GetParam().rc11,
               GetParam().rc11_allows);
}

TEST_P(FixedCounts, TheOracleAgreesUnderX86Tso) {
  expect_outcome(GetParam(), enumerate(as_litmus(parse(GetParam().text)), MemoryModel::x86_tso), GetParam().x86_shows);
}

INSTANTIATE_TEST_SUITE_P(Corpus, FixedCounts, ::testing::ValuesIn(corpus().begin(), corpus().end()));

}  // namespace
}  // namespace vigil::conformance
