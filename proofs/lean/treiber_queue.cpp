// Does the queue, used by one thread, give everything it was given once, the newest stack first and a cache before it?

#include <vigil/lean/treiber_queue.hpp>

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

using Queue = TreiberQueue<PlainTask>;

// What is left of the stack that was taken last, and what was pushed since, newest batch first.
class DueTasks {
 public:
  void push(const std::vector<std::size_t>& batch) { stack_.insert(stack_.begin(), batch.begin(), batch.end()); }
  [[nodiscard]] bool is_empty() const { return cache_.empty() && stack_.empty(); }
  // A consumer takes the stack when it begins, unless there is a cache.
  void begin() {
    if (cache_.empty()) cache_.swap(stack_);
  }
  std::size_t pop() {
    begin();
    const std::size_t number = cache_.front();
    cache_.pop_front();
    return number;
  }

 private:
  std::deque<std::size_t> cache_;
  std::deque<std::size_t> stack_;
};

RC_GTEST_PROP(TreiberQueue, IsAStackThatIsTakenWholeForAnySequenceOfCalls, ()) {
  Tasks tasks;
  Queue queue;
  DueTasks due;
  for (const int call : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 8))) {
    if (call < 4) {
      std::vector<std::size_t> numbers;
      queue.push(tasks.make_batch(*rc::gen::inRange<std::size_t>(0, 4), numbers));
      due.push(numbers);
    } else {
      auto consumer = queue.try_consume();
      RC_ASSERT(consumer.has_right() == !due.is_empty());
      if (!consumer.has_right()) continue;
      due.begin();
      for (std::size_t wanted = *rc::gen::inRange<std::size_t>(0, 5); wanted != 0; --wanted) {
        PlainTask* const task = consumer.pop();
        RC_ASSERT((task == nullptr) == due.is_empty());
        if (task == nullptr) break;
        RC_ASSERT(number_of(*task) == due.pop());
      }
      RC_ASSERT((consumer.release() == Leftover::tasks) == !due.is_empty());
    }
    RC_ASSERT(queue.is_empty() == due.is_empty());
    RC_ASSERT(queue.cached_bit_means_cache());
  }
}

TEST(TreiberQueue, TurnsASecondConsumerAway) {
  Tasks tasks;
  Queue queue;
  queue.push(tasks.make());
  auto holder = queue.try_consume();
  ASSERT_TRUE(holder.has_right());
  EXPECT_FALSE(holder.is_busy());
  EXPECT_TRUE(queue.try_consume().is_busy());
  EXPECT_FALSE(queue.try_consume().is_empty());
  EXPECT_NE(holder.pop(), nullptr);
  EXPECT_EQ(holder.release(), Leftover::nothing);
}

TEST(TreiberQueue, IsConsumedOnlyWithTheRight) {
  Tasks tasks;
  Queue queue;
  auto none = queue.try_consume();
  EXPECT_THROW(static_cast<void>(none.pop()), std::logic_error);
  EXPECT_THROW(static_cast<void>(none.release()), std::logic_error);
  queue.push(tasks.make());
  auto holder = queue.try_consume();
  auto late = queue.try_consume();
  EXPECT_THROW(static_cast<void>(late.pop()), std::logic_error);
  EXPECT_THROW(static_cast<void>(late.release()), std::logic_error);
  EXPECT_EQ(holder.release(), Leftover::tasks);
  EXPECT_THROW(static_cast<void>(holder.pop()), std::logic_error);
  EXPECT_THROW(static_cast<void>(holder.release()), std::logic_error);
}

// As in a release build, where a broken precondition goes unnoticed.
struct NotedAtomics : StdAtomics {
  static inline int broken = 0;
  static void require(bool condition, const char*) { broken += condition ? 0 : 1; }
};

TEST(TreiberQueue, DoesNotStayLockedIfAConsumerForgetsWhatIsLeft) {
  using NotedTask = Task<NotedAtomics>;
  NotedAtomics::broken = 0;
  NotedTask task;
  TreiberQueue<NotedTask> queue;
  queue.push(task);
  { const auto forgotten = queue.try_consume(); }
  EXPECT_EQ(NotedAtomics::broken, 1);
  auto next = queue.try_consume();
  ASSERT_TRUE(next.has_right());
  EXPECT_EQ(next.pop(), &task);
  EXPECT_EQ(next.release(), Leftover::nothing);
  EXPECT_EQ(NotedAtomics::broken, 1);
}

TEST(TreiberQueue, SeesATaskThatCameWhileItWasConsumed) {
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

TEST(TreiberQueue, TakesAnEmptyBatchForNothing) {
  Queue queue;
  queue.push(Batch<PlainTask>());
  EXPECT_TRUE(queue.is_empty());
  EXPECT_TRUE(queue.try_consume().is_empty());
}

TEST(TreiberQueue, IsAConstantAtFirst) {
  [[maybe_unused]] static constinit TreiberQueue<> queue;
  EXPECT_TRUE(queue.is_empty());
}

}  // namespace
}  // namespace vigil::lean_proofs
