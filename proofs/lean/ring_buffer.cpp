// Is the ring, used by one thread, a bounded queue that gives half of itself back when it overflows?

#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/treiber_queue.hpp>
#include <vigil/lean/vyukov_queue.hpp>

#include "lean/scripted.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <vector>

namespace vigil::lean_proofs {
namespace {

using namespace lean;

constexpr std::uint32_t kCapacity = 4;
using Ring = RingBuffer<PlainTask, kCapacity>;

// Two rings beside the queues that they should be. The second one steals from the first.
class BesideQueues {
 public:
  explicit BesideQueues(std::uint32_t first_index) : ring_(first_index), thief_(first_index * 3) {}

  void push(std::size_t size) {
    std::vector<std::size_t> due_back;
    auto rest = ring_.push(tasks_.make_batch(size, due_));
    if (due_.size() > kCapacity) {
      // The oldest half of the full ring, and what came when it was full.
      due_back.assign(due_.begin(), due_.begin() + kCapacity / 2);
      due_back.insert(due_back.end(), due_.begin() + kCapacity, due_.end());
      due_.erase(due_.begin() + kCapacity, due_.end());
      due_.erase(due_.begin(), due_.begin() + kCapacity / 2);
    }
    RC_ASSERT(rest.size() == due_back.size());
    for (const std::size_t number : due_back) RC_ASSERT(number_of(rest.pop()) == number);
  }

  void pop() { pop_from(ring_, due_); }

  void steal() {
    while (!due_of_thief_.empty()) pop_from(thief_, due_of_thief_);
    const std::size_t size = due_.size();
    const auto taken = thief_.steal(ring_);
    RC_ASSERT(taken.is_empty() == (size == 0));
    RC_ASSERT(taken.must_notify() == (size > 1));
    if (size == 0) return;
    const std::size_t half = (size + 1) / 2;
    RC_ASSERT(number_of(*taken.task()) == due_[half - 1]);
    due_of_thief_.assign(due_.begin(), due_.begin() + static_cast<std::ptrdiff_t>(half) - 1);
    due_.erase(due_.begin(), due_.begin() + static_cast<std::ptrdiff_t>(half));
  }

  void check() {
    RC_ASSERT(ring_.size() == due_.size());
    RC_ASSERT(ring_.is_empty() == due_.empty());
    RC_ASSERT(thief_.size() == due_of_thief_.size());
    RC_ASSERT(ring_.head_never_passes_tail());
  }

 private:
  void pop_from(Ring& ring, std::deque<std::size_t>& due) {
    PlainTask* const task = ring.pop();
    RC_ASSERT((task == nullptr) == due.empty());
    if (task == nullptr) return;
    RC_ASSERT(number_of(*task) == due.front());
    due.pop_front();
  }

  Tasks tasks_;
  Ring ring_;
  Ring thief_;
  std::deque<std::size_t> due_;
  std::deque<std::size_t> due_of_thief_;
};

RC_GTEST_PROP(RingBuffer, IsABoundedQueueForAnySequenceOfCalls, ()) {
  // Half of the time the indices wrap around during the test.
  const bool wraps = *rc::gen::arbitrary<bool>();
  BesideQueues beside(wraps ? *rc::gen::inRange<std::uint32_t>(0xffff'fff0, 0xffff'ffff) : 0);
  for (const int call : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 10))) {
    if (call < 4) {
      beside.push(1);
    } else if (call < 6) {
      beside.push(*rc::gen::inRange<std::size_t>(0, 2 * kCapacity + 2));
    } else if (call < 9) {
      beside.pop();
    } else {
      beside.steal();
    }
    beside.check();
  }
}

template <class Queue>
void takes_one_task_more_than_fit(std::size_t size) {
  Tasks tasks;
  Queue queue;
  std::vector<std::size_t> due;
  queue.push(tasks.make_batch(size, due));
  Ring ring;
  std::vector<std::size_t> taken;
  const auto first = ring.consume(queue);
  RC_ASSERT(first.is_success() == (size != 0));
  RC_ASSERT(first.must_notify() == (size > 1));
  if (size != 0) taken.push_back(number_of(*first.task()));
  RC_ASSERT(ring.size() == (size == 0 ? 0 : std::min<std::size_t>(size - 1, kCapacity)));
  for (bool is_over = false; !is_over;) {
    while (PlainTask* const task = ring.pop()) taken.push_back(number_of(*task));
    const auto more = ring.consume(queue);
    is_over = more.is_empty();
    if (more.is_success()) taken.push_back(number_of(*more.task()));
  }
  RC_ASSERT(taken == due);
}

RC_GTEST_PROP(RingBuffer, TakesOneTaskMoreThanFitsFromAVyukovQueue, ()) {
  takes_one_task_more_than_fit<VyukovQueue<PlainTask>>(*rc::gen::inRange<std::size_t>(0, 20));
}
RC_GTEST_PROP(RingBuffer, TakesOneTaskMoreThanFitsFromATreiberQueue, ()) {
  takes_one_task_more_than_fit<TreiberQueue<PlainTask>>(*rc::gen::inRange<std::size_t>(0, 20));
}

TEST(RingBuffer, RefusesToBeFilledFromElsewhereWhileItHasTasks) {
  Tasks tasks;
  Ring ring;
  Ring victim;
  ASSERT_TRUE(ring.push(tasks.make()).is_empty());
  ASSERT_TRUE(victim.push(tasks.make()).is_empty());
  EXPECT_THROW(static_cast<void>(ring.steal(victim)), std::logic_error);
  EXPECT_EQ(victim.size(), 1U) << "a refused steal must take nothing";
}

TEST(RingBuffer, SaysThatAnotherThreadConsumesTheQueue) {
  Tasks tasks;
  VyukovQueue<PlainTask> queue;
  queue.push(tasks.make());
  auto other = queue.try_consume();
  Ring ring;
  EXPECT_TRUE(ring.consume(queue).is_retry());
  EXPECT_EQ(other.release(), Leftover::tasks);
  EXPECT_TRUE(ring.consume(queue).is_success());
}

TEST(RingBuffer, DoesNotStealFromItself) {
  Ring ring;
  EXPECT_THROW(static_cast<void>(ring.steal(ring)), std::logic_error);
}

// ---- what it costs, and what happens meanwhile

using ScriptedRing = RingBuffer<ScriptedTask, kCapacity>;

void fill(ScriptedRing& ring, ScriptedTask& task, std::size_t tasks) {
  for (std::size_t i = 0; i != tasks; ++i) EXPECT_TRUE(ring.push(task).is_empty());
}

TEST(RingBuffer, WritesItsTailOnlyIfItKeepsATask) {
  ScriptedTask task;
  ScriptedRing victim;
  ScriptedRing ring;
  fill(victim, task, 1);
  Script& now = script();
  EXPECT_TRUE(ring.steal(victim).is_success());
  EXPECT_EQ(now.writes, 2) << "a copy, and the compare-exchange";

  TreiberQueue<ScriptedTask> queue;
  queue.push(task);
  now = {};
  EXPECT_TRUE(ring.consume(queue).is_success());
  EXPECT_EQ(now.writes, 2) << "the right to consume is taken and given back";
}

TEST(RingBuffer, StealsInABoundedNumberOfStepsHoweverOftenItIsOutrun) {
  constexpr int kSteps = 8 + 2 * kCapacity;
  for (int at = 0; at != kSteps; ++at) {
    ScriptedTask task;
    ScriptedRing victim;
    ScriptedRing thief;
    Script& now = script();
    fill(victim, task, kCapacity);
    int steps_of_owner = 0;
    now = {};
    now.interrupted_at = at;
    now.interruption = [&] {
      const int before = now.loads + now.writes;
      for (int round = 0; round != 5; ++round) {
        while (victim.pop() != nullptr) continue;
        fill(victim, task, kCapacity);
      }
      steps_of_owner = now.loads + now.writes - before;
    };
    static_cast<void>(thief.steal(victim));
    EXPECT_LE(now.loads + now.writes - steps_of_owner, kSteps) << "outrun at step " << at;
    now = {};
    EXPECT_LE(thief.size(), kCapacity / 2);
  }
}

TEST(RingBuffer, SaysThatTasksAreLeftWhateverStepTheyComeAt) {
  bool is_ever_late = false;
  for (int at = 0; at != 30; ++at) {
    ScriptedTask first;
    ScriptedTask second;
    TreiberQueue<ScriptedTask> queue;
    ScriptedRing ring;
    Script& now = script();
    queue.push(first);
    bool has_come = false;
    now = {};
    now.interrupted_at = at;
    now.interruption = [&] {
      queue.push(second);
      has_come = true;
    };
    const auto taken = ring.consume(queue);
    now = {};
    ASSERT_TRUE(taken.is_success());
    EXPECT_EQ(taken.must_notify(), has_come) << "another task came at step " << at;
    is_ever_late |= has_come && ring.is_empty();
  }
  EXPECT_TRUE(is_ever_late) << "a task is left in the queue, and none in the ring";
}

TEST(RingBuffer, IsAConstantAtFirst) {
  static_assert(alignof(RingBuffer<>) == kCacheLine);
  static_assert(RingBuffer<>::kCapacity == 256);
  [[maybe_unused]] static constinit RingBuffer<> is_a_constant;
}

}  // namespace
}  // namespace vigil::lean_proofs
