// What does a call of the segmented injector do if others come between its steps?

#include "counted_segments.hpp"

#include <vigil/injector/segmented.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <utility>

namespace vigil {
namespace {

// The machine, with what another thread does before one of the steps of a call.
struct Interrupted : CountedSegments {
  static inline std::function<void()> before_place;
  static inline std::function<void()> before_publish;
  static inline std::function<void()> before_claim;
  static inline std::function<void()> before_append;
  static inline std::function<void()> before_moved;

  static void call(std::function<void()>& once) {
    if (once) std::exchange(once, nullptr)();
  }

  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using Base = StdAtomics::atomic<T>;
    using Base::Base;
    using Base::compare_exchange_strong;
    using Base::compare_exchange_weak;
    using Base::store;
    void store(T value, LabelledAs<"segment.publish"> order) {
      call(before_publish);
      Base::store(value, order.value);
    }
    void store(T value, LabelledAs<"segment.append"> order) {
      call(before_append);
      Base::store(value, order.value);
    }
    void store(T value, LabelledAs<"segment.moved"> order) {
      call(before_moved);
      Base::store(value, order.value);
    }
    bool compare_exchange_weak(T& expected, T desired, LabelledAs<"segment.place"> place,
                               LabelledAs<"segment.outrun"> outrun) {
      call(before_place);
      return Base::compare_exchange_weak(expected, desired, place.value, outrun.value);
    }
    bool compare_exchange_strong(T& expected, T desired, LabelledAs<"segment.claim"> claim,
                                 LabelledAs<"segment.lost"> lost) {
      call(before_claim);
      return Base::compare_exchange_strong(expected, desired, claim.value, lost.value);
    }
  };
};

struct PlentyOfMemory {
  PlentyOfMemory() { CountedSegments::most = 1000; }
};
struct InterruptedJobs : PlentyOfMemory {
  std::array<NumberedJob, 5> jobs{};
  SegmentedInjector<NumberedJob, Interrupted, kSegmentedOrders, 2> injector;
};

TEST(SegmentedInjector, APushThatMadeASegmentForNothingFreesIt) {
  {
    InterruptedJobs at;
    at.injector.push(at.jobs[0]);
    Interrupted::before_place = [&] {
      at.injector.push(at.jobs[1]);
      EXPECT_EQ(CountedSegments::allocated.size(), 3U) << "the first, the next, and one that is not needed";
    };
    at.injector.push(at.jobs[2]);
    EXPECT_EQ(CountedSegments::allocated.size(), 2U);
    for (std::size_t i = 0; i != 3; ++i) EXPECT_EQ(at.injector.pop().job(), &at.jobs[i]);
  }
  EXPECT_TRUE(CountedSegments::allocated.empty());
}

// To sleep on an `empty` would be to sleep while there is a job.
TEST(SegmentedInjector, APopThatMeetsAPushUnderWayIsToldToRetry) {
  InterruptedJobs at;
  Interrupted::before_publish = [&] {
    EXPECT_TRUE(at.injector.pop().is_retry());
    EXPECT_EQ(at.injector.poll(), nullptr);
    EXPECT_TRUE(at.injector.has_jobs()) << "a job with a place counts";
    EXPECT_FALSE(at.injector.push(at.jobs[1])) << "another push needs not wait for it";
    EXPECT_TRUE(at.injector.pop().is_retry()) << "the second job is not taken before the first";
  };
  EXPECT_TRUE(at.injector.push(at.jobs[0])) << "its place is before that of the other push";
  EXPECT_EQ(at.injector.pop().job(), &at.jobs[0]);
  EXPECT_EQ(at.injector.pop().job(), &at.jobs[1]);
  EXPECT_TRUE(at.injector.pop().is_empty());
}

TEST(SegmentedInjector, APopThatAnotherOneOvertakesIsToldToRetry) {
  InterruptedJobs at;
  at.injector.push(at.jobs[0]);
  at.injector.push(at.jobs[1]);
  Interrupted::before_claim = [&] { EXPECT_EQ(at.injector.pop().job(), &at.jobs[0]); };
  EXPECT_TRUE(at.injector.pop().is_retry());
  EXPECT_EQ(at.injector.pop().job(), &at.jobs[1]);
  EXPECT_TRUE(at.injector.pop().is_empty());
}

TEST(SegmentedInjector, APollThatAPopOvertakesTakesNothing) {
  InterruptedJobs at;
  at.injector.push(at.jobs[0]);
  at.injector.push(at.jobs[1]);
  Interrupted::before_claim = [&] { EXPECT_EQ(at.injector.pop().job(), &at.jobs[0]); };
  EXPECT_EQ(at.injector.poll(), nullptr);
  EXPECT_EQ(at.injector.poll(), &at.jobs[1]);
}

// The slot holds another job, of the same parity, when the popper comes to its claim.
TEST(SegmentedInjector, APopThatIsOvertakenByTwoUsesOfItsSegmentTakesNothing) {
  InterruptedJobs at;
  at.injector.push(at.jobs[0]);
  Interrupted::before_claim = [&] {
    EXPECT_EQ(at.injector.pop().job(), &at.jobs[0]);
    for (int i = 0; i != 8; ++i) {
      at.injector.push(at.jobs[1]);
      EXPECT_EQ(at.injector.pop().job(), &at.jobs[1]);
    }
    at.injector.push(at.jobs[2]);
  };
  EXPECT_TRUE(at.injector.pop().is_retry());
  EXPECT_EQ(at.injector.pop().job(), &at.jobs[2]);
  EXPECT_TRUE(at.injector.pop().is_empty());
}

TEST(SegmentedInjector, APopTakesJobsWhileASegmentIsAppended) {
  InterruptedJobs at;
  at.injector.push(at.jobs[0]);
  Interrupted::before_append = [&] {
    EXPECT_EQ(at.injector.pop().job(), &at.jobs[0]);
    EXPECT_TRUE(at.injector.pop().is_retry()) << "the push that appends has its place";
    EXPECT_FALSE(at.injector.is_empty());
  };
  at.injector.push(at.jobs[1]);
  EXPECT_EQ(at.injector.pop().job(), &at.jobs[1]);
  EXPECT_TRUE(at.injector.pop().is_empty());
}

TEST(SegmentedInjector, APopThatMeetsTheMoveToTheNextSegmentIsToldToRetryAndAPushIsNot) {
  InterruptedJobs at;
  at.injector.push(at.jobs[0]);
  at.injector.push(at.jobs[1]);
  EXPECT_EQ(at.injector.pop().job(), &at.jobs[0]);
  Interrupted::before_moved = [&] {
    EXPECT_TRUE(at.injector.pop().is_retry());
    EXPECT_EQ(at.injector.poll(), nullptr);
    EXPECT_TRUE(at.injector.head_never_passes_tail());
    for (int i = 2; i != 5; ++i) at.injector.push(at.jobs[static_cast<std::size_t>(i)]);
    EXPECT_TRUE(at.injector.pop().is_retry());
  };
  EXPECT_EQ(at.injector.pop().job(), &at.jobs[1]);
  for (std::size_t i = 2; i != 5; ++i) EXPECT_EQ(at.injector.pop().job(), &at.jobs[i]);
  EXPECT_TRUE(at.injector.pop().is_empty());
}

}  // namespace
}  // namespace vigil
