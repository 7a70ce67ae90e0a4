// Is the program that the oracle and the checker run the one that its notation says?

#include "as_litmus.hpp"
#include "execution_set.hpp"
#include "litmus.hpp"
#include "oracle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace vigil::conformance {
namespace {

using ::testing::ElementsAre;

// The value of y at the end of a program of one thread. It is the second atomic that the text names.
litmus::Word y_of(std::string_view text) {
  const ExecutionSet found = enumerate(as_litmus(parse(text)), MemoryModel::cpp20);
  EXPECT_EQ(found.outcomes.size(), 1U) << text;
  return found.outcomes.begin()->values.at(1);
}

TEST(Translation, NamesObjectsAndRegistersAsTheTextDoes) {
  const litmus::Program program = as_litmus(parse("x=1 rel; a=y acq; lock m; wait c m | b=x.cas(0,1) rlx, fail rlx"));
  std::vector<std::string> names;
  for (const litmus::Object& object : program.objects) names.push_back(object.name);
  EXPECT_THAT(names, ElementsAre("x", "y", "m0", "c0"));
  EXPECT_THAT(program.threads.at(0).registers, ElementsAre("a"));
  EXPECT_THAT(program.threads.at(1).registers, ElementsAre("b", ""));
  EXPECT_EQ(program.name, "x=1 rel; a=y acq; lock m0; wait c0 m0 | b=x.cas(0,1) rlx, fail rlx");
}

TEST(Translation, KeepsOrdersAndObjects) {
  const litmus::Program program = as_litmus(parse("x=1 rlx; lock m; wait c m; b=x.cas(2,3) acq_rel, fail acq"));
  const auto& code = program.threads.front().code;
  EXPECT_EQ(code.at(2).object, 2U);
  EXPECT_EQ(code.at(2).mutex, 1U);
  EXPECT_EQ(code.at(3).order, std::memory_order_acq_rel);
  EXPECT_EQ(code.at(3).failure, std::memory_order_acquire);
  EXPECT_EQ(value_of(program, code.at(3).expected, {}), 2U);
  EXPECT_EQ(value_of(program, code.at(3).operand, {}), 3U);
}

// The value is the last one that the thread has read.
TEST(Translation, SkipsWhatFollowsAnEvenValue) {
  EXPECT_EQ(y_of("x=2 rlx; if odd y=1 rlx"), 0U) << "nothing was read";
  EXPECT_EQ(y_of("x=2 rlx; a=x rlx; if odd y=1 rlx"), 0U);
  EXPECT_EQ(y_of("x=3 rlx; a=x rlx; if odd y=1 rlx"), 1U);
  EXPECT_EQ(y_of("x=3 rlx; a=x rlx; if odd y=1 rlx; if odd y=2 rlx"), 2U);
  EXPECT_EQ(y_of("x=3 rlx; a=x rlx; if odd y=2 rlx; if odd b=y rlx; if odd y=1 rlx"), 2U);
}

TEST(Translation, TakesTheValueBeforeAModificationForRead) {
  EXPECT_EQ(y_of("x.fetch_add(1) rlx; if odd y=1 rlx"), 0U);
  EXPECT_EQ(y_of("x=1 rlx; x.exchange(2) rlx; if odd y=1 rlx"), 1U);
  EXPECT_EQ(y_of("x=1 rlx; x.cas(1,2) rlx, fail rlx; if odd y=1 rlx"), 1U);
  EXPECT_EQ(y_of("x=1 rlx; x.cas_add(1) rlx, fail rlx; if odd y=1 rlx"), 1U);
  EXPECT_EQ(y_of("x=1 rlx; x.carry_add(1) rlx, fail rlx; if odd y=1 rlx"), 1U);
  EXPECT_EQ(y_of("x=1 rlx; until x.cas(1,2) rlx, fail rlx; if odd y=1 rlx"), 1U);
}

TEST(Translation, TakesWhatAFailedCompareExchangeFoundForRead) {
  EXPECT_EQ(y_of("x=1 rlx; x.cas(2,4) rlx, fail rlx; if odd y=1 rlx"), 1U);
  EXPECT_EQ(y_of("x=2 rlx; x.cas(1,4) rlx, fail rlx; if odd y=1 rlx"), 0U);
}

TEST(Translation, TakesATryLockForAReadOfItsSuccess) {
  EXPECT_EQ(y_of("x=1 rlx; try_lock m; if odd y=1 rlx"), 1U);
  EXPECT_EQ(y_of("x=1 rlx; a=x rlx; lock m; try_lock n; try_lock n; if odd y=1 rlx"), 0U);
}

TEST(Translation, DoesNotTakeAWaitForARead) {
  EXPECT_EQ(y_of("x=1 rlx; a=x rlx; x=2 rlx; x.wait(0) rlx; if odd y=1 rlx"), 1U);
  EXPECT_EQ(y_of("x=1 rlx; a=x rlx; x=2 rlx; await x>=1 rlx; if odd y=1 rlx"), 0U) << "an await reads";
  EXPECT_EQ(y_of("x=1 rlx; a=x rlx; until try_lock m; if odd y=1 rlx"), 1U);
}

}  // namespace
}  // namespace vigil::conformance
