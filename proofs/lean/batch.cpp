// Are tasks that are linked to each other a list, and a task as small as it says?

#include <vigil/lean/batch.hpp>
#include <vigil/lean/taken.hpp>

#include "lean/tasks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <deque>
#include <stdexcept>
#include <vector>

namespace vigil::lean_proofs {
namespace {

using namespace lean;

RC_GTEST_PROP(Batch, IsAListForAnySequenceOfCalls, ()) {
  Tasks tasks;
  Batch<PlainTask> batch;
  std::deque<std::size_t> due;
  for (const int call : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 8))) {
    if (call < 3) {
      NumberedTask& task = tasks.make();
      batch.push(task);
      due.push_back(task.number);
    } else if (call < 5) {
      batch.push(tasks.make_batch(*rc::gen::inRange<std::size_t>(0, 4), due));
    } else if (!due.empty()) {
      RC_ASSERT(number_of(batch.pop()) == due.front());
      due.pop_front();
    }
    RC_ASSERT(batch.size() == due.size());
    RC_ASSERT(batch.is_empty() == due.empty());
    if (due.empty()) continue;
    RC_ASSERT(number_of(*batch.head()) == due.front());
    RC_ASSERT(number_of(*batch.tail()) == due.back());
    RC_ASSERT(batch.tail()->next() == nullptr);
  }
}

TEST(Batch, HasNoEndsWhenItIsEmpty) {
  Tasks tasks;
  Batch<PlainTask> batch = Batch<PlainTask>::from(tasks.make());
  static_cast<void>(batch.pop());
  EXPECT_TRUE(batch.is_empty());
  EXPECT_EQ(batch.head(), nullptr);
  EXPECT_EQ(batch.tail(), nullptr);
  EXPECT_THROW(batch.pop(), std::logic_error);
}

TEST(Task, RunsItsCallbackWithItself) {
  struct Counting : Task<> {
    Counting() : Task<>([](Task<>& task) noexcept { ++static_cast<Counting&>(task).runs; }) {}
    int runs = 0;
  };
  Counting task;
  task.run();
  EXPECT_EQ(task.runs, 1);
}

TEST(Task, MayFreeItselfFromItsCallback) {
  static bool is_gone = false;
  struct Freeing : Task<> {
    Freeing() : Task<>([](Task<>& task) noexcept { delete &static_cast<Freeing&>(task); }) {}
    ~Freeing() { is_gone = true; }
  };
  Task<>& task = *new Freeing;
  task.run();
  EXPECT_TRUE(is_gone);
}

TEST(Task, IsTwoPointersWithRoomForTwoBits) {
  static_assert(sizeof(Task<>) == 2 * sizeof(void*));
  static_assert(alignof(Task<>) >= 4);
}

#ifndef NDEBUG
TEST(Taken, HasATaskOnlyIfOneWasTaken) {
  EXPECT_DEATH(static_cast<void>(Taken<PlainTask>::empty().task()), "is_success");
  EXPECT_DEATH(static_cast<void>(Taken<PlainTask>::retry(true).task()), "is_success");
}
#endif

}  // namespace
}  // namespace vigil::lean_proofs
