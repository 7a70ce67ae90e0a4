// The injector of several levels under real threads that free what they pop, push it again at once, and stop anywhere
// in between.

#include "crowd.hpp"

#include <vigil/injector/priority.hpp>
#include <vigil/injector/segmented.hpp>
#include <vigil/injector/treiber.hpp>

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

namespace vigil::stress {
namespace {

using namespace testing;

constexpr std::size_t kLevels = 3;

// A node whose level is that of the nodes that are made before, in turn.
struct Node : InjectorNode<HesitantLayer> {
  [[nodiscard]] std::size_t level() const { return at; }
  std::size_t at = [] {
    static std::atomic<std::size_t> made{0};
    return made.fetch_add(1, std::memory_order_relaxed) % kLevels;
  }();
};

template <class Job>
using Stacks = PriorityInjector<Job, TreiberInjector<Job, HesitantLayer>, kLevels, HesitantLayer>;
template <class Job>
using Queues =
    PriorityInjector<Job, SegmentedInjector<Job, HesitantLayer, kSegmentedOrders, 3>, kLevels, HesitantLayer>;

using Job = PlainJob<Node>;

// One round: pushers leave jobs that poppers take and free, from the top or from any level.
template <class Injector>
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
    if (injector_.has_jobs()) return "a job was left behind";
    return ledger_.complaint(crowd_.pushers * kJobsEach);
  }

 private:
  static constexpr std::uint64_t kJobsEach = 300;

  void push_all(std::size_t pusher) {
    RandomDelays delays(seed_ + pusher);
    for (std::uint64_t i = 0; i != kJobsEach; ++i) {
      delays.perhaps();
      injector_.push(*new Job(pusher * kJobsEach + i));
    }
    pushers_at_work_.fetch_sub(1, std::memory_order_release);
  }

  void pop_all(std::size_t popper) {
    RandomDelays delays(seed_ + crowd_.pushers + popper);
    for (std::uint64_t attempt = popper;; ++attempt) {
      delays.perhaps();
      const bool was_last_check = pushers_at_work_.load(std::memory_order_acquire) == 0;
      const bool asks_all = attempt % 4 == 0;
      const auto result = asks_all ? injector_.pop() : injector_.pop_at(attempt % kLevels);
      if (!result.is_success()) {
        if (asks_all && result.is_empty() && was_last_check) return;
        std::this_thread::yield();
        continue;
      }
      const std::unique_ptr<Job> job(result.job());
      if (!job->is_whole()) torn_.fetch_add(1, std::memory_order_relaxed);
      ledger_.page_of(popper).push_back(job->number);
    }
  }

  Injector injector_;
  const Crowd crowd_;
  std::atomic<unsigned> pushers_at_work_{crowd_.pushers};
  const std::uint64_t seed_;
  Ledger ledger_{crowd_.poppers, kJobsEach};
  std::atomic<std::uint64_t> torn_{0};
};

class PriorityInjectorStress : public ::testing::TestWithParam<Crowd> {};

TEST_P(PriorityInjectorStress, OfStacksGivesEveryJobOnceToPoppersThatFreeIt) {
  repeat_for_a_while([](unsigned number) {
    Round<Stacks<Job>> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(PriorityInjectorStress, OfQueuesGivesEveryJobOnceToPoppersThatFreeIt) {
  repeat_for_a_while([](unsigned number) {
    Round<Queues<Job>> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(PriorityInjectorStress, GivesAJobToOnePopperAtATimeHoweverOftenItComesBack) {
  using JobThatReturns = CountingJob<Node>;
  repeat_for_a_while([](unsigned number) {
    give_each_job_to_one_popper_at_a_time<JobThatReturns, Stacks<JobThatReturns>>(GetParam(), number);
  });
}

TEST_P(PriorityInjectorStress, IsNeverEmptyWhileThereIsAJobAndNoneComes) {
  repeat_for_a_while(
      [](unsigned number) { never_be_empty_while_there_is_a_job<Job, Stacks<Job>>(GetParam(), number); });
}

INSTANTIATE_TEST_SUITE_P(Crowds, PriorityInjectorStress, crowds(), name_of);

}  // namespace
}  // namespace vigil::stress
