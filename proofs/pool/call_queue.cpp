// Is a queue of calls a queue, and does a thread wait at it only as long as it must?

#include "sleep/scripted_atomics.hpp"

#include <vigil/pool/call_queue.hpp>
#include <vigil/pool/parts.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace vigil {
namespace {

using proofs::ScriptedAtomics;

using ScriptedParts = PoolParts<ScriptedAtomics>;

struct Call : CallJob<ScriptedParts> {
  Call() : CallJob<ScriptedParts>(nullptr) {}
};

class QueueOfCalls : public ::testing::Test {
 protected:
  void SetUp() override { ScriptedAtomics::reset(); }
  void TearDown() override { ScriptedAtomics::reset(); }

  CallQueue<ScriptedParts> queue_;
  Call call_;
};

// A few calls, which are left again after they have been taken.
TEST_F(QueueOfCalls, TakesTheOldestForAnySequenceOfPushesAndTakes) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& operations) {
    CallQueue<ScriptedParts> queue;
    std::array<Call, 3> calls;
    std::deque<CallJob<ScriptedParts>*> due;
    for (const std::uint8_t operation : operations) {
      const std::size_t which = operation % (calls.size() + 1);
      if (which != calls.size()) {
        Call& call = calls[which];
        if (std::find(due.begin(), due.end(), &call) != due.end()) continue;
        RC_ASSERT(queue.push(call) == due.empty());
        due.push_back(&call);
      } else {
        RC_ASSERT(queue.take() == (due.empty() ? nullptr : due.front()));
        if (!due.empty()) due.pop_front();
      }
      RC_ASSERT(queue.has_calls() == !due.empty());
    }
  }));
}

TEST_F(QueueOfCalls, TakesNoMutexToFindThatThereIsNone) {
  EXPECT_EQ(queue_.take(), nullptr);
  EXPECT_FALSE(queue_.has_calls());
  EXPECT_EQ(ScriptedAtomics::locks, 0);
}

TEST_F(QueueOfCalls, HoldsNobodyIfThereIsACall) {
  (void)queue_.push(call_);
  queue_.wait([] { return false; });
  EXPECT_EQ(ScriptedAtomics::waits, 0);
}

TEST_F(QueueOfCalls, HoldsNobodyWhoseWaitIsOver) {
  queue_.wait([] { return true; });
  EXPECT_EQ(ScriptedAtomics::waits, 0);
}

// Also if calls were taken before, and however often the thread wakes spuriously.
TEST_F(QueueOfCalls, HoldsAThreadUntilThereIsACall) {
  (void)queue_.push(call_);
  (void)queue_.take();
  ScriptedAtomics::while_blocked = [this] {
    if (ScriptedAtomics::waits == 3) (void)queue_.push(call_);
  };
  queue_.wait([] { return false; });
  EXPECT_EQ(ScriptedAtomics::waits, 3);
}

TEST_F(QueueOfCalls, HoldsAThreadUntilItsWaitIsEnded) {
  bool is_over = false;
  ScriptedAtomics::while_blocked = [&] {
    if (ScriptedAtomics::waits == 3) queue_.end_wait([&] { is_over = true; });
  };
  queue_.wait([&] { return is_over; });
  EXPECT_EQ(ScriptedAtomics::waits, 3);
}

}  // namespace
}  // namespace vigil
