// Programs that were compiled with std.hpp before them, and std.hpp itself.

#include "names/programs.hpp"

#include <vigil/checker.hpp>

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

void expect_holds(const Subject& subject) {
  const auto verdict = run(subject);
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_GT(verdict.result.executions, 0U) << text(verdict);
}
void expect_fails(const Subject& subject, Violation violation) {
  const auto verdict = run(subject);
  ASSERT_TRUE(verdict.result.finding.has_value()) << text(verdict);
  EXPECT_EQ(verdict.result.finding->violation, violation) << text(verdict);
}

TEST(StdNames, CountInAllExecutions) {
  expect_holds(counts(true));
  expect_holds(counts_by_operators(true));
  expect_fails(counts_by_operators(false), Violation::exception);
}
TEST(StdNames, WaitInAllExecutions) {
  expect_holds(passes_text(true));
  EXPECT_TRUE(run(passes_text(false)).result.finding.has_value());
}
TEST(StdNames, AreAllThere) { expect_holds(uses_the_rest()); }
// Plain memory is no part of an execution here: a race on it is not seen.
TEST(StdNames, SeeNoRaceOnPlainMemory) { EXPECT_FALSE(run(counts(false)).result.finding.has_value()); }

std::vector<std::string> names_in(const std::string& file) {
  std::ifstream lines(VIGIL_CHECKER_STD_HEADERS "/" + file);
  std::vector<std::string> names;
  for (std::string word; lines >> word;)
    if (word == "#define" || word == "#undef") names.emplace_back(), lines >> names.back();
  return names;
}
TEST(StdNames, AreRestoredAfterTheyWereChanged) {
  const auto names = names_in("rename.hpp");
  EXPECT_GT(names.size(), 100U);
  EXPECT_EQ(names_in("restore.hpp"), names);
}

}  // namespace
}  // namespace vigil::checker
