// The injector under real threads that free what they pop, push it again at once, and stop anywhere in between.

#include "crowd.hpp"

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

using Node = InjectorNode<HesitantLayer>;
using Job = PlainJob<Node>;
using Injector = TreiberInjector<Job, HesitantLayer>;

// One round: pushers leave jobs that poppers take and free.
class Round {
 public:
  Round(const Crowd& crowd, unsigned number, std::uint64_t longest_chain)
      : crowd_(crowd), seed_(number * std::uint64_t{1000}), longest_chain_(longest_chain) {}

  void run() {
    ThreadSet threads(crowd_.pinning);
    threads.add(crowd_.pushers, [this](std::size_t pusher) { push_all(pusher); });
    threads.add(crowd_.poppers, [this](std::size_t popper) { pop_all(popper); });
    threads.run();
  }

  [[nodiscard]] std::string complaint() const {
    if (const auto torn = torn_.load(); torn != 0) return std::to_string(torn) + " jobs came without their data, due 0";
    if (injector_.has_jobs()) return "a job was left behind";
    return ledger_.complaint(posted());
  }

 private:
  static constexpr std::uint64_t kJobsEach = 300;

  [[nodiscard]] std::uint64_t posted() const { return crowd_.pushers * kJobsEach; }

  void push_all(std::size_t pusher) {
    RandomDelays delays(seed_ + pusher);
    Random random(seed_ - pusher);
    const std::uint64_t first = pusher * kJobsEach;
    for (std::uint64_t i = 0; i != kJobsEach;) {
      delays.perhaps();
      if (longest_chain_ == 1) {
        injector_.push(*new Job(first + i++));
        continue;
      }
      Injector::Chain chain;
      for (std::uint64_t left = 1 + random.below(longest_chain_); left != 0 && i != kJobsEach; --left) {
        chain.add(*new Job(first + i++));
      }
      injector_.push(chain);
    }
    pushers_at_work_.fetch_sub(1, std::memory_order_release);
  }

  void pop_all(std::size_t popper) {
    RandomDelays delays(seed_ + crowd_.pushers + popper);
    for (;;) {
      delays.perhaps();
      const bool was_last_check = pushers_at_work_.load(std::memory_order_acquire) == 0;
      const auto result = injector_.pop();
      if (!result.is_success()) {
        if (result.is_empty() && was_last_check) return;
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
  const std::uint64_t longest_chain_;
  Ledger ledger_{crowd_.poppers, kJobsEach};
  std::atomic<std::uint64_t> torn_{0};
};

class TreiberInjectorStress : public ::testing::TestWithParam<Crowd> {};

TEST_P(TreiberInjectorStress, GivesEveryJobOnceToPoppersThatFreeIt) {
  repeat_for_a_while([](unsigned number) {
    Round round(GetParam(), number, 1);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(TreiberInjectorStress, GivesEveryJobOfAChainOnce) {
  repeat_for_a_while([](unsigned number) {
    Round round(GetParam(), number, 5);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

// The jobs come back at the same addresses, as in S-20.
TEST_P(TreiberInjectorStress, GivesAJobToOnePopperAtATimeHoweverOftenItComesBack) {
  using JobThatReturns = CountingJob<Node>;
  using InjectorOfThem = TreiberInjector<JobThatReturns, HesitantLayer>;
  repeat_for_a_while([](unsigned number) {
    give_each_job_to_one_popper_at_a_time<JobThatReturns, InjectorOfThem>(GetParam(), number);
  });
}

TEST_P(TreiberInjectorStress, IsNeverEmptyWhileThereIsAJob) {
  repeat_for_a_while([](unsigned number) { never_be_empty_while_there_is_a_job<Job, Injector>(GetParam(), number); });
}

INSTANTIATE_TEST_SUITE_P(Crowds, TreiberInjectorStress, crowds(), name_of);

}  // namespace
}  // namespace vigil::stress
