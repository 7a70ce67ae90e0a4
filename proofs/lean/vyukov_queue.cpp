// Is the queue, used by one thread, first in and first out, and does it say the truth about its right to consume?

#include <vigil/lean/vyukov_queue.hpp>

#include "lean/scripted.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace vigil::lean_proofs {
namespace {

using namespace lean;

using Queue = VyukovQueue<PlainTask>;

RC_GTEST_PROP(VyukovQueue, IsAQueueForAnySequenceOfCalls, ()) {
  Tasks tasks;
  Queue queue;
  std::deque<std::size_t> due;
  for (const int call : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 8))) {
    if (call < 4) {
      queue.push(tasks.make_batch(*rc::gen::inRange<std::size_t>(0, 4), due));
    } else {
      auto consumer = queue.try_consume();
      RC_ASSERT(consumer.has_right() == !due.empty());
      RC_ASSERT(consumer.is_empty() == due.empty());
      if (!consumer.has_right()) continue;
      for (std::size_t wanted = *rc::gen::inRange<std::size_t>(0, 5); wanted != 0; --wanted) {
        PlainTask* const task = consumer.pop();
        RC_ASSERT((task == nullptr) == due.empty());
        if (task == nullptr) break;
        RC_ASSERT(number_of(*task) == due.front());
        due.pop_front();
      }
      RC_ASSERT((consumer.release() == Leftover::tasks) == !due.empty());
    }
    RC_ASSERT(queue.is_empty() == due.empty());
  }
}

TEST(VyukovQueue, TurnsASecondConsumerAwayAndTellsTheFirst) {
  Tasks tasks;
  Queue queue;
  queue.push(tasks.make());
  auto holder = queue.try_consume();
  ASSERT_TRUE(holder.has_right());
  EXPECT_NE(holder.pop(), nullptr);
  EXPECT_TRUE(queue.try_consume().is_busy());
  EXPECT_TRUE(queue.try_consume().is_busy());
  EXPECT_EQ(holder.release(), Leftover::tasks) << "a thread was turned away";
  EXPECT_TRUE(queue.try_consume().is_empty());
}

TEST(VyukovQueue, SeesATaskThatCameWhileItWasConsumed) {
  Tasks tasks;
  Queue queue;
  queue.push(tasks.make());
  auto holder = queue.try_consume();
  EXPECT_NE(holder.pop(), nullptr);
  EXPECT_EQ(holder.pop(), nullptr);
  NumberedTask& late = tasks.make();
  queue.push(late);
  EXPECT_EQ(holder.release(), Leftover::tasks);
  auto next = queue.try_consume();
  EXPECT_EQ(next.pop(), &late);
  EXPECT_EQ(next.release(), Leftover::nothing);
}

TEST(VyukovQueue, IsNotWrittenByAThreadThatFindsItEmpty) {
  VyukovQueue<ScriptedTask> queue;
  Script& now = script();
  EXPECT_TRUE(queue.is_empty());
  EXPECT_TRUE(queue.try_consume().is_empty());
  EXPECT_EQ(now.writes, 0);
}

#ifndef NDEBUG
TEST(VyukovQueue, IsAnErrorToForgetWhatIsLeft) {
  Task<> task;
  VyukovQueue<> queue;
  queue.push(task);
  EXPECT_DEATH({ const auto forgotten = queue.try_consume(); }, "what");
}
#endif

TEST(VyukovQueue, GivesTheRightOnWhenItIsMoved) {
  Tasks tasks;
  Queue queue;
  queue.push(tasks.make());
  auto consumer = queue.try_consume();
  auto heir = std::move(consumer);
  EXPECT_FALSE(consumer.has_right());  // NOLINT(bugprone-use-after-move): this is what is tested
  EXPECT_NE(heir.pop(), nullptr);
  EXPECT_EQ(heir.release(), Leftover::nothing);
}

TEST(VyukovQueue, IsAConstantAtFirst) {
  [[maybe_unused]] static constinit VyukovQueue<> queue;
  EXPECT_TRUE(queue.is_empty());
  EXPECT_TRUE(queue.try_consume().is_empty());
}

}  // namespace
}  // namespace vigil::lean_proofs
