// The segmented injector under real threads that free what they pop, push it again at once, and stop anywhere in
// between.

#include "crowd.hpp"

#include <vigil/injector/segmented.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/ledger.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

// The injector needs nothing of a job.
struct NoNode {};
using Job = PlainJob<NoNode>;
// With small segments, threads meet at their ends all the time.
template <class Any, std::size_t Capacity>
using Injector = SegmentedInjector<Any, HesitantLayer, kSegmentedOrders, Capacity>;

// One round: pushers leave jobs that poppers take and free.
template <std::size_t Capacity>
class Round {
 public:
  Round(const Crowd& crowd, unsigned number) : crowd_(crowd), seed_(number * std::uint64_t{1000}) {}

  void run() {
    ThreadSet threads(crowd_.pinning);
    threads.add(crowd_.pushers, [this](std::size_t pusher) { push_all(pusher); });
    threads.add(crowd_.poppers, [this](std::size_t popper) { pop_all(popper); });
    threads.run();
  }

  [[nodiscard]] std::string complaint() const {
    if (const auto torn = torn_.load(); torn != 0) return std::to_string(torn) + " jobs came without their data, due 0";
    if (const auto late = late_.load(); late != 0) return std::to_string(late) + " jobs came before older ones, due 0";
    if (injector_.has_jobs()) return "a job was left behind";
    return ledger_.complaint(posted());
  }

 private:
  static constexpr std::uint64_t kJobsEach = 300;

  [[nodiscard]] std::uint64_t posted() const { return crowd_.pushers * kJobsEach; }

  void push_all(std::size_t pusher) {
    RandomDelays delays(seed_ + pusher);
    const std::uint64_t first = pusher * kJobsEach;
    for (std::uint64_t i = 0; i != kJobsEach; ++i) {
      delays.perhaps();
      injector_.leave(*new Job(first + i));
    }
    pushers_at_work_.fetch_sub(1, std::memory_order_release);
  }

  // The jobs of each pusher come to each popper in the order of their pushes.
  void pop_all(std::size_t popper) {
    RandomDelays delays(seed_ + crowd_.pushers + popper);
    std::vector<std::uint64_t> next(crowd_.pushers);
    for (;;) {
      delays.perhaps();
      const bool was_last_check = pushers_at_work_.load(std::memory_order_acquire) == 0;
      const std::unique_ptr<Job> job(injector_.poll());
      if (job == nullptr) {
        if (was_last_check && injector_.is_empty()) return;
        std::this_thread::yield();
        continue;
      }
      if (!job->is_whole()) torn_.fetch_add(1, std::memory_order_relaxed);
      std::uint64_t& due = next[job->number / kJobsEach];
      if (job->number < due) late_.fetch_add(1, std::memory_order_relaxed);
      due = job->number + 1;
      ledger_.page_of(popper).push_back(job->number);
    }
  }

  Injector<Job, Capacity> injector_;
  const Crowd crowd_;
  std::atomic<unsigned> pushers_at_work_{crowd_.pushers};
  const std::uint64_t seed_;
  Ledger ledger_{crowd_.poppers, kJobsEach};
  std::atomic<std::uint64_t> torn_{0};
  std::atomic<std::uint64_t> late_{0};
};

class SegmentedInjectorStress : public ::testing::TestWithParam<Crowd> {};

TEST_P(SegmentedInjectorStress, GivesEveryJobOnceAndInOrderToPoppersThatFreeIt) {
  repeat_for_a_while([](unsigned number) {
    Round<63> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(SegmentedInjectorStress, GivesEveryJobOnceFromSegmentsOfTwo) {
  repeat_for_a_while([](unsigned number) {
    Round<2> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(SegmentedInjectorStress, GivesEveryJobOnceFromSegmentsOfOne) {
  repeat_for_a_while([](unsigned number) {
    Round<1> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

// Few segments are used again and again.
TEST_P(SegmentedInjectorStress, GivesAJobToOnePopperAtATimeHoweverOftenItComesBack) {
  using JobThatReturns = CountingJob<NoNode>;
  using InjectorOfThem = Injector<JobThatReturns, 2>;
  repeat_for_a_while([](unsigned number) {
    give_each_job_to_one_popper_at_a_time<JobThatReturns, InjectorOfThem>(GetParam(), number);
  });
}

TEST_P(SegmentedInjectorStress, IsNeverEmptyWhileThereIsAJob) {
  repeat_for_a_while(
      [](unsigned number) { never_be_empty_while_there_is_a_job<Job, Injector<Job, 2>>(GetParam(), number); });
}

INSTANTIATE_TEST_SUITE_P(Crowds, SegmentedInjectorStress, crowds(), name_of);

}  // namespace
}  // namespace vigil::stress
