// Is the segmented injector, used by one thread, a queue, what does it keep in memory, and what if there is none?

#include "counted_segments.hpp"

#include <vigil/injector/segmented.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil {
namespace {

template <std::size_t Capacity>
using Injector = SegmentedInjector<NumberedJob, CountedSegments, kSegmentedOrders, Capacity>;

class SegmentedInjectorMemory : public ::testing::Test {
 public:
  SegmentedInjectorMemory(const SegmentedInjectorMemory&) = delete;
  SegmentedInjectorMemory& operator=(const SegmentedInjectorMemory&) = delete;

 protected:
  SegmentedInjectorMemory() { CountedSegments::most = 1000; }
  ~SegmentedInjectorMemory() override { EXPECT_TRUE(CountedSegments::allocated.empty()) << "each segment is freed"; }
};

// An injector beside the queue that it should be.
template <std::size_t Capacity>
class BesideAQueue {
 public:
  void push() {
    NumberedJob& job = make_job();
    RC_ASSERT(injector_.push(job) == due_.empty());
    due_.push_back(&job);
  }
  void leave() {
    NumberedJob& job = make_job();
    injector_.leave(job);
    due_.push_back(&job);
  }
  void push_without_memory() {
    NumberedJob& job = make_job();
    const std::size_t most = std::exchange(CountedSegments::most, CountedSegments::allocated.size());
    try {
      RC_ASSERT(injector_.push(job) == due_.empty());
      due_.push_back(&job);
    } catch (const std::bad_alloc&) {
      --pushes_;
      RC_ASSERT(pushes_ % Capacity == Capacity - 1);
    }
    CountedSegments::most = most;
  }
  void pop() {
    const auto result = injector_.pop();
    if (due_.empty()) {
      RC_ASSERT(result.is_empty());
      return;
    }
    RC_ASSERT(result.is_success());
    RC_ASSERT(result.job() == due_.front());
    due_.pop_front();
  }
  void poll() {
    NumberedJob* const job = injector_.poll();
    RC_ASSERT(job == (due_.empty() ? nullptr : due_.front()));
    if (!due_.empty()) due_.pop_front();
  }
  void check() const {
    RC_ASSERT(injector_.is_empty() == due_.empty());
    RC_ASSERT(injector_.has_jobs() != due_.empty());
    RC_ASSERT(injector_.head_never_passes_tail());
  }

 private:
  NumberedJob& make_job() {
    ++pushes_;
    return jobs_.emplace_back(NumberedJob{jobs_.size()});
  }

  std::size_t pushes_ = 0;
  std::deque<NumberedJob> jobs_;
  std::deque<NumberedJob*> due_;
  Injector<Capacity> injector_;
};

template <std::size_t Capacity>
void is_a_queue() {
  CountedSegments::most = 1000;
  {
    BesideAQueue<Capacity> beside;
    // Long enough to fill segments of the shipped size.
    const int most_pushes = *rc::gen::inRange(1, 9);
    for (const int call : *rc::gen::container<std::vector<int>>(300, rc::gen::inRange(0, 10))) {
      if (call == 0) {
        beside.push_without_memory();
      } else if (call == 1) {
        beside.leave();
      } else if (call < most_pushes) {
        beside.push();
      } else if (call == 9) {
        beside.poll();
      } else {
        beside.pop();
      }
      beside.check();
    }
  }
  RC_ASSERT(CountedSegments::allocated.empty());
}

RC_GTEST_PROP(SegmentedInjector, IsAQueueForAnySequenceOfCalls, ()) { is_a_queue<63>(); }
RC_GTEST_PROP(SegmentedInjector, IsAQueueForAnySequenceOfCallsWithSegmentsOfOneJob, ()) { is_a_queue<1>(); }
RC_GTEST_PROP(SegmentedInjector, IsAQueueForAnySequenceOfCallsWithSegmentsOfTwoJobs, ()) { is_a_queue<2>(); }

TEST_F(SegmentedInjectorMemory, IsEmptyWhenNothingWasLeft) {
  Injector<2> injector;
  EXPECT_TRUE(injector.is_empty());
  EXPECT_TRUE(injector.pop().is_empty());
}

TEST_F(SegmentedInjectorMemory, GivesTheOldestJobFirst) {
  std::array<NumberedJob, 7> jobs{};
  Injector<2> injector;
  for (auto& job : jobs) injector.push(job);
  for (auto& job : jobs) EXPECT_EQ(injector.pop().job(), &job);
  EXPECT_TRUE(injector.pop().is_empty());
}

TEST_F(SegmentedInjectorMemory, SaysOfAPushWhetherItCameToAnEmptyInjector) {
  std::array<NumberedJob, 3> jobs{};
  Injector<2> injector;
  EXPECT_TRUE(injector.push(jobs[0]));
  EXPECT_FALSE(injector.push(jobs[1])) << "the last slot of a segment";
  EXPECT_FALSE(injector.push(jobs[2])) << "the first slot of the next";
  for (int i = 0; i != 3; ++i) EXPECT_TRUE(injector.pop().is_success());
  EXPECT_TRUE(injector.push(jobs[0]));
}

TEST_F(SegmentedInjectorMemory, TakesAJobAgainThatWasJustPopped) {
  NumberedJob job;
  Injector<2> injector;
  for (int round = 0; round != 10; ++round) {
    injector.push(job);
    EXPECT_EQ(injector.pop().job(), &job) << "in round " << round;
  }
}

TEST_F(SegmentedInjectorMemory, UsesTwoSegmentsForJobsThatArePoppedAtOnce) {
  NumberedJob job;
  Injector<2> injector;
  EXPECT_EQ(CountedSegments::allocated.size(), 1U);
  for (int i = 0; i != 100; ++i) {
    injector.push(job);
    EXPECT_TRUE(injector.pop().is_success());
    EXPECT_LE(CountedSegments::allocated.size(), 2U) << "after push " << i;
  }
}

TEST_F(SegmentedInjectorMemory, KeepsWhatItNeededOnceAndAllocatesNoMore) {
  NumberedJob job;
  Injector<2> injector;
  for (int i = 0; i != 20; ++i) injector.push(job);
  const std::size_t needed = CountedSegments::allocated.size();
  EXPECT_EQ(needed, 11U) << "ten are full, and one follows";
  for (int round = 0; round != 5; ++round) {
    for (int i = 0; i != 20; ++i) EXPECT_TRUE(injector.pop().is_success());
    for (int i = 0; i != 20; ++i) injector.push(job);
  }
  EXPECT_EQ(CountedSegments::allocated.size(), needed);
}

TEST_F(SegmentedInjectorMemory, IsUnchangedByAPushForWhichThereIsNoMemory) {
  std::array<NumberedJob, 4> jobs{};
  Injector<2> injector;
  CountedSegments::most = 1;
  injector.push(jobs[0]);
  EXPECT_THROW(injector.push(jobs[1]), std::bad_alloc);
  EXPECT_THROW(injector.leave(jobs[1]), std::bad_alloc);
  EXPECT_TRUE(injector.has_jobs());
  CountedSegments::most = 2;
  EXPECT_FALSE(injector.push(jobs[2]));
  EXPECT_EQ(injector.pop().job(), &jobs[0]);
  EXPECT_EQ(injector.pop().job(), &jobs[2]);
  EXPECT_TRUE(injector.pop().is_empty());
}

TEST_F(SegmentedInjectorMemory, CannotBeMadeWithoutMemory) {
  CountedSegments::most = 0;
  EXPECT_THROW(Injector<2>(), std::bad_alloc);
}

TEST_F(SegmentedInjectorMemory, LeavesTheJobsThatItDropsToTheCaller) {
  const auto job = std::make_unique<NumberedJob>(NumberedJob{7});
  {
    Injector<1> injector;
    injector.push(*job);
  }
  EXPECT_EQ(job->number, 7U);
}

// The machine, with places that an invariant reads as a test says.
struct ScriptedPlaces : StdAtomics {
  static inline std::uint64_t head = 0;
  static inline std::uint64_t tail = 0;

  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    using StdAtomics::atomic<T>::load;
    [[nodiscard]] T load(LabelledAs<"segment.seen"> order) const {
      if constexpr (std::is_same_v<T, std::uint64_t>) return head;
      return StdAtomics::atomic<T>::load(order.value);
    }
    [[nodiscard]] T load(LabelledAs<"segment.end"> order) const {
      if constexpr (std::is_same_v<T, std::uint64_t>) return tail;
      return StdAtomics::atomic<T>::load(order.value);
    }
  };
};

// Models evaluate it at every step: it must hold in each state that the injector may be in, and in no other.
TEST(SegmentedInjector, TheInvariantAllowsNoHeadBeyondTheTail) {
  const SegmentedInjector<NumberedJob, ScriptedPlaces> injector;
  const auto holds_for = [&](std::uint64_t head, std::uint64_t tail) {
    ScriptedPlaces::head = head;
    ScriptedPlaces::tail = tail;
    return injector.head_never_passes_tail();
  };
  EXPECT_TRUE(holds_for(7, 7)) << "no job";
  EXPECT_TRUE(holds_for(6, 7)) << "a job";
  EXPECT_FALSE(holds_for(8, 7)) << "a job was taken that was not pushed";
}

TEST(SegmentedInjector, KeepsWhatPushersAndPoppersWriteOnTwoCacheLines) {
  using Shipped = SegmentedInjector<NumberedJob>;
  static_assert(sizeof(Shipped) == 2 * kCacheLine);
  static_assert(alignof(Shipped) == kCacheLine);
  using Segment = detail::Segment<NumberedJob, StdAtomics, 63>;
  static_assert(sizeof(Segment) == 64 * sizeof(void*), "the link takes the place of a slot");
  static_assert(!std::is_copy_constructible_v<Shipped> && !std::is_copy_assignable_v<Shipped>);
}

TEST(SegmentedInjector, HoldsJobsThatHaveNoBaseAndNeedNoMoreThanTheAlignmentOfTwo) {
  struct Small {
    std::uint16_t number = 0;
  };
  std::array<Small, 3> jobs{};
  SegmentedInjector<Small> injector;
  for (auto& job : jobs) injector.push(job);
  for (auto& job : jobs) EXPECT_EQ(injector.pop().job(), &job);
}

}  // namespace
}  // namespace vigil
