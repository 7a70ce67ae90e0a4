// Programs that compute, branch and loop: are their executions those that were worked out by hand, and does the checker
// find the same?

#include "execution_set.hpp"
#include "oracle.hpp"
#include "program_builder.hpp"
#include "runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <stdexcept>

namespace vigil::conformance {

void PrintTo(const Outcome& outcome, std::ostream* out) { *out << print(outcome); }

namespace {

using checker::MemoryModel;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;
using Kind = ProgramBuilder::Kind;
using Operator = ProgramBuilder::Operator;

constexpr std::size_t kMostGraphs = 100'000;

// Compares the oracle and the checker under each memory model. Returns what the oracle finds under the one of C++20.
ExecutionSet executions_of(const ProgramBuilder& built) {
  for (const MemoryModel model : checker::kMemoryModels) {
    bool was_compared = false;
    EXPECT_EQ(disagreement(built.program(), model, kMostGraphs, &was_compared), "");
    EXPECT_TRUE(was_compared) << "too large for the oracle";
  }
  return enumerate(built.program(), MemoryModel::cpp20, kMostGraphs);
}

Checked checked(const ProgramBuilder& built) {
  return check(built.program(), MemoryModel::cpp20, Loops::plain, 10'000);
}

// The only outcome of a program of one thread.
Outcome outcome_of(const ProgramBuilder& built) {
  const ExecutionSet found = executions_of(built);
  EXPECT_EQ(found.outcomes.size(), 1U);
  return found.outcomes.empty() ? Outcome() : *found.outcomes.begin();
}

TEST(ComputingPrograms, StoreWhatTheyHaveRead) {
  ProgramBuilder it("load buffering with data dependencies");
  const auto x = it.atomic(), y = it.atomic();
  it.thread({{.kind = Kind::load, .object = x, .result = 0},
             {.kind = Kind::store, .object = y, .operand = it.both(it.reg(0), Operator::add, it.number(1))}});
  it.thread({{.kind = Kind::load, .object = y, .result = 0}, {.kind = Kind::store, .object = x, .operand = it.reg(0)}});
  const ExecutionSet found = executions_of(it);
  // The thread that reads x may read the 0 that the other one has stored.
  EXPECT_EQ(found.executions.size(), 3U);
  EXPECT_THAT(found.outcomes, UnorderedElementsAre(Outcome{{{0}, {0}}, {0, 1}}, Outcome{{{0}, {1}}, {1, 1}}));
}

TEST(ComputingPrograms, ComputeWith32Bits) {
  ProgramBuilder it("arithmetic");
  const auto x = it.atomic(7);
  const auto value = it.reg(0);
  it.thread({{.kind = Kind::load, .object = x, .result = 0},
             {.kind = Kind::set, .operand = it.both(value, Operator::subtract, it.number(8)), .result = 1},
             {.kind = Kind::set, .operand = it.both(it.reg(1), Operator::less, it.number(0)), .result = 2},
             {.kind = Kind::set, .operand = it.both(it.reg(1), Operator::multiply, it.number(2)), .result = 3},
             {.kind = Kind::fetch_add, .object = x, .operand = it.reg(1), .result = 4},
             {.kind = Kind::load, .object = x, .result = 5}});
  EXPECT_EQ(outcome_of(it), (Outcome{{{7, 0xffff'ffff, 1, 0xffff'fffe, 7, 6}}, {6}}));
}

TEST(ComputingPrograms, ModifyInEachWay) {
  ProgramBuilder it("read-modify-writes");
  const auto x = it.atomic(12), y = it.atomic();
  it.thread({{.kind = Kind::fetch_sub, .object = x, .operand = it.number(2), .result = 0},
             {.kind = Kind::fetch_and, .object = x, .operand = it.number(6), .result = 1},
             {.kind = Kind::fetch_or, .object = x, .operand = it.number(9), .result = 2},
             {.kind = Kind::fetch_xor, .object = x, .operand = it.number(3), .result = 3},
             {.kind = Kind::exchange, .object = x, .operand = it.number(5), .result = 4},
             {.kind = Kind::fetch_sub, .object = y, .operand = it.number(1)}});
  EXPECT_EQ(outcome_of(it), (Outcome{{{12, 10, 2, 11, 8}}, {5, 0xffff'ffff}}));
}

TEST(ComputingPrograms, ModifyOneAfterTheOther) {
  ProgramBuilder it("a fetch_sub and a fetch_or");
  const auto x = it.atomic(4);
  it.thread({{.kind = Kind::fetch_sub, .object = x, .operand = it.number(1), .result = 0}});
  it.thread({{.kind = Kind::fetch_or, .object = x, .operand = it.number(3), .result = 0}});
  const ExecutionSet found = executions_of(it);
  EXPECT_EQ(found.executions.size(), 2U);
  EXPECT_THAT(found.outcomes, UnorderedElementsAre(Outcome{{{4}, {3}}, {3}}, Outcome{{{7}, {4}}, {6}}));
}

TEST(ComputingPrograms, KnowWhetherACompareExchangeSucceeded) {
  ProgramBuilder it("two compare-exchanges");
  const auto x = it.atomic(1);
  it.thread({{.kind = Kind::compare_exchange,
              .object = x,
              .operand = it.number(2),
              .expected = it.number(1),
              .result = 0,
              .success = 1},
             {.kind = Kind::compare_exchange,
              .object = x,
              .operand = it.number(3),
              .expected = it.number(1),
              .result = 2,
              .success = 3}});
  EXPECT_EQ(outcome_of(it), (Outcome{{{1, 1, 2, 0}}, {2}}));
}

TEST(ComputingPrograms, TakeOneOfTwoBranches) {
  ProgramBuilder it("if and else");
  const auto x = it.atomic(), y = it.atomic();
  it.thread({{.kind = Kind::load, .object = x, .result = 0},
             {.kind = Kind::jump_if_zero, .operand = it.reg(0), .target = 4},
             {.kind = Kind::store, .object = y, .operand = it.number(2)},
             {.kind = Kind::jump, .target = 5},
             {.kind = Kind::store, .object = y, .operand = it.number(1)}});
  it.thread({{.kind = Kind::store, .object = x, .operand = it.number(1)}});
  const ExecutionSet found = executions_of(it);
  EXPECT_EQ(found.executions.size(), 2U);
  EXPECT_THAT(found.outcomes, UnorderedElementsAre(Outcome{{{0}, {}}, {1, 1}}, Outcome{{{1}, {}}, {1, 2}}));
}

TEST(ComputingPrograms, RepeatABoundedLoop) {
  ProgramBuilder it("three increments");
  const auto x = it.atomic();
  const auto next = it.both(it.reg(0), Operator::add, it.number(1));
  it.thread({{.kind = Kind::fetch_add, .object = x, .operand = it.number(1)},
             {.kind = Kind::set, .operand = next, .result = 0},
             {.kind = Kind::jump_if_zero, .operand = it.both(it.reg(0), Operator::equal, it.number(3)), .target = 0}});
  it.thread({{.kind = Kind::load, .object = x, .result = 0}});
  const ExecutionSet found = executions_of(it);
  EXPECT_EQ(found.executions.size(), 4U);
  for (const Outcome& outcome : found.outcomes) EXPECT_THAT(outcome.values, ElementsAre(3));
}

// Reads x at most twice, until it is not 0.
TEST(ComputingPrograms, PollAFewTimes) {
  ProgramBuilder it("two polls");
  const auto x = it.atomic();
  const auto goes_on = it.both(it.both(it.reg(0), Operator::equal, it.number(0)), Operator::logical_and,
                               it.both(it.reg(1), Operator::less, it.number(2)));
  it.thread({{.kind = Kind::load, .object = x, .result = 0},
             {.kind = Kind::set, .operand = it.both(it.reg(1), Operator::add, it.number(1)), .result = 1},
             {.kind = Kind::jump_if_zero, .operand = goes_on, .target = 4},
             {.kind = Kind::jump, .target = 0}});
  it.thread({{.kind = Kind::store, .object = x, .operand = it.number(1)}});
  const ExecutionSet found = executions_of(it);
  EXPECT_EQ(found.executions.size(), 3U);
  EXPECT_THAT(found.outcomes,
              UnorderedElementsAre(Outcome{{{1, 1}, {}}, {1}}, Outcome{{{1, 2}, {}}, {1}}, Outcome{{{0, 2}, {}}, {1}}));
}

// Each weak compare-exchange fails spuriously at most once in a thread, as Options::weak_failures says. x86's never
// does.
TEST(ComputingPrograms, RepeatAWeakCompareExchange) {
  ProgramBuilder it("a weak compare-exchange in a loop");
  const auto x = it.atomic();
  it.thread({{.kind = Kind::weak_compare_exchange,
              .object = x,
              .operand = it.number(1),
              .expected = it.number(0),
              .result = 0,
              .success = 1},
             {.kind = Kind::set, .operand = it.both(it.reg(2), Operator::add, it.number(1)), .result = 2},
             {.kind = Kind::jump_if_zero, .operand = it.reg(1), .target = 0}});
  const ExecutionSet found = executions_of(it);
  EXPECT_THAT(found.outcomes, UnorderedElementsAre(Outcome{{{0, 1, 1}}, {1}}, Outcome{{{0, 1, 2}}, {1}}));
}

TEST(ComputingPrograms, ChooseAnElementOfAnArray) {
  ProgramBuilder it("an array");
  const auto x = it.atomic(), array = it.array(2);
  it.thread({{.kind = Kind::load, .object = x, .result = 0},
             {.kind = Kind::store, .object = array, .index = it.reg(0), .extent = 2, .operand = it.number(5)}});
  it.thread({{.kind = Kind::store, .object = x, .operand = it.number(1)}});
  const ExecutionSet found = executions_of(it);
  EXPECT_EQ(found.executions.size(), 2U);
  EXPECT_THAT(found.outcomes, UnorderedElementsAre(Outcome{{{0}, {}}, {1, 5, 0}}, Outcome{{{1}, {}}, {1, 0, 5}}));
}

TEST(ComputingPrograms, MustNotLeaveAnArray) {
  ProgramBuilder it("behind an array");
  const auto array = it.array(2);
  it.atomic();
  it.thread({{.kind = Kind::load, .object = array, .index = it.number(2), .extent = 2, .result = 0}});
  EXPECT_THROW((void)enumerate(it.program(), MemoryModel::cpp20, kMostGraphs), std::out_of_range);
  EXPECT_THAT(checked(it).trouble, HasSubstr("an index is within its array"));
}

TEST(ComputingPrograms, KnowWhetherATryLockSucceeded) {
  ProgramBuilder it("a try_lock that fails");
  const auto mutex = it.mutex();
  for (int thread = 0; thread != 2; ++thread)
    it.thread({{.kind = Kind::try_lock, .object = mutex, .result = 0},
               {.kind = Kind::jump_if_zero, .operand = it.reg(0), .target = 3},
               {.kind = Kind::unlock, .object = mutex}});
  EXPECT_THAT(executions_of(it).outcomes,
              UnorderedElementsAre(Outcome{{{1}, {0}}, {0}}, Outcome{{{0}, {1}}, {0}}, Outcome{{{1}, {1}}, {0}}));
}

TEST(ComputingPrograms, HaveNoEventForARelaxedFence) {
  ProgramBuilder it("a relaxed fence");
  const auto x = it.atomic();
  it.thread({{.kind = Kind::fence}, {.kind = Kind::load, .object = x, .result = 0}});
  const ExecutionSet found = executions_of(it);
  ASSERT_EQ(found.executions.size(), 1U);
  EXPECT_EQ(found.executions.front().threads.front().size(), 1U);
}

TEST(ComputingPrograms, AreLeftAloneIfTheyRunForEver) {
  ProgramBuilder silent("a loop without an operation");
  silent.thread({{.kind = Kind::jump, .target = 0}});
  EXPECT_TRUE(enumerate(silent.program(), MemoryModel::cpp20, kMostGraphs).cut_short);

  ProgramBuilder polls("a loop that reads");
  const auto x = polls.atomic();
  polls.thread({{.kind = Kind::load, .object = x, .result = 0},
                {.kind = Kind::jump_if_zero, .operand = polls.reg(0), .target = 0}});
  EXPECT_TRUE(enumerate(polls.program(), MemoryModel::cpp20, kMostGraphs).cut_short);
}

// One publishes a message, the other one reads it if it sees the flag.
ProgramBuilder message(std::memory_order published) {
  ProgramBuilder it("a plain message");
  const auto data = it.plain(3), flag = it.atomic();
  it.thread({{.kind = Kind::plain_store, .object = data, .operand = it.number(4)},
             {.kind = Kind::store, .order = published, .object = flag, .operand = it.number(1)}});
  it.thread({{.kind = Kind::load, .order = std::memory_order_acquire, .object = flag, .result = 0},
             {.kind = Kind::jump_if_zero, .operand = it.reg(0), .target = 3},
             {.kind = Kind::plain_load, .object = data, .result = 1}});
  return it;
}

TEST(PlainObjects, HaveTheValueThatWasPublished) {
  const ProgramBuilder it = message(std::memory_order_release);
  const ExecutionSet found = executions_of(it);
  EXPECT_EQ(found.executions.size(), 2U);
  EXPECT_THAT(found.outcomes, UnorderedElementsAre(Outcome{{{}, {0, 0}}, {4, 1}}, Outcome{{{}, {1, 4}}, {4, 1}}));
  EXPECT_FALSE(checked(it).races);
}

TEST(PlainObjects, MayRace) {
  const ProgramBuilder it = message(std::memory_order_relaxed);
  EXPECT_TRUE(checked(it).races);
  EXPECT_EQ(checked(it).trouble, "");
  EXPECT_FALSE(checked(it).found.blocks);
  EXPECT_THAT(disagreement(it.program(), MemoryModel::cpp20, kMostGraphs), HasSubstr("a data race"));
}

TEST(PlainObjects, AreCountedUnderAMutex) {
  ProgramBuilder it("a plain counter");
  const auto mutex = it.mutex(), count = it.plain(5);
  const auto next = it.both(it.reg(0), Operator::add, it.number(1));
  for (int thread = 0; thread != 2; ++thread)
    it.thread({{.kind = Kind::lock, .object = mutex},
               {.kind = Kind::plain_load, .object = count, .result = 0},
               {.kind = Kind::plain_store, .object = count, .operand = next},
               {.kind = Kind::unlock, .object = mutex}});
  const ExecutionSet found = executions_of(it);
  EXPECT_EQ(found.executions.size(), 2U);
  EXPECT_THAT(found.outcomes, UnorderedElementsAre(Outcome{{{5}, {6}}, {0, 7}}, Outcome{{{6}, {5}}, {0, 7}}));
}

}  // namespace
}  // namespace vigil::conformance
