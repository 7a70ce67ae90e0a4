// Does the deque keep its promises on this machine, with real threads, for a chosen time?

#include <vigil/deque/chase_lev.hpp>
#include <vigil/deque/steal_loop.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/ledger.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

// A job's payload is plain data. It is written before the push, and the thread that took the job reads it. If a job
// arrives before its payload, that is a data race, which ThreadSanitizer reports. Without it, the test counts a wrong
// payload.
struct Job {
  std::uint64_t number = 0;
  std::uint64_t payload = 0;
};
constexpr std::uint64_t payload_of(std::uint64_t number) { return number * 0x9e3779b97f4a7c15u + 1; }

using Deque = ChaseLevDeque<Job*, Layer>;

enum class OwnerHabit {
  random_bursts,      // pushes a few, pops a few: the deque is often empty, and threads compete for the last job
  one_by_one,         // push, pop, push, pop: every job is the last one
  push_all_then_pop,  // the array grows from its first size to the number of jobs
};

struct Scenario {
  std::size_t thieves = 1;
  std::size_t capacity = 64;
  std::uint64_t first_index = 0;
  OwnerHabit habit = OwnerHabit::random_bursts;
  Pinning pinning = Pinning::none;
  bool delays = true;
  std::uint64_t jobs = 2'000;
};

// One deque, one owner and some thieves, until every job was taken.
class Round {
 public:
  Round(const Scenario& scenario, std::uint64_t seed)
      : deque_(scenario.capacity, scenario.first_index),
        scenario_(scenario),
        seed_(seed),
        jobs_(scenario.jobs),
        ledger_(scenario.thieves + 1, scenario.jobs) {}

  void run() {
    ThreadSet threads(scenario_.pinning);
    threads.add([this] { own(); });
    threads.add(scenario_.thieves, [this](std::size_t thief) { steal(thief); });
    threads.run();
    ASSERT_EQ(ledger_.complaint(scenario_.jobs), "") << "seed " << seed_;
    ASSERT_EQ(wrong_payloads_.load(), 0u) << "jobs that arrived before their payload, seed " << seed_;
    ASSERT_TRUE(deque_.is_empty()) << "jobs left: " << deque_.size() << ", expected none, seed " << seed_;
    ASSERT_TRUE(deque_.steal().is_empty()) << "seed " << seed_;
  }

  [[nodiscard]] std::size_t final_capacity() const { return deque_.capacity(); }
  [[nodiscard]] std::size_t stolen() {
    std::size_t jobs = 0;
    for (std::size_t thief = 0; thief != scenario_.thieves; ++thief) jobs += ledger_.page_of(thief + 1).size();
    return jobs;
  }

 private:
  void own() {
    Random random(seed_);
    RandomDelays delays(random.next());
    while (posted_ != scenario_.jobs) {
      for (std::uint64_t i = pushes_in_a_row(random); i != 0 && posted_ != scenario_.jobs; --i) {
        push();
        if (scenario_.delays) delays.perhaps();
      }
      for (std::uint64_t i = pops_in_a_row(random); i != 0; --i) {
        take(deque_.pop(), 0);
        if (scenario_.delays) delays.perhaps();
      }
    }
    while (take(deque_.pop(), 0)) {
      if (scenario_.delays) delays.perhaps();
    }
    // Only this flag shows the thieves that no more jobs will come. It does not order the jobs that they took.
    finished_.store(true, std::memory_order_relaxed);
  }

  std::uint64_t pushes_in_a_row(Random& random) const {
    if (scenario_.habit == OwnerHabit::one_by_one) return 1;
    if (scenario_.habit == OwnerHabit::push_all_then_pop) return scenario_.jobs;
    return random.below(12);
  }
  std::uint64_t pops_in_a_row(Random& random) const {
    if (scenario_.habit == OwnerHabit::one_by_one) return 1;
    if (scenario_.habit == OwnerHabit::push_all_then_pop) return 0;
    return random.below(12);
  }

  void push() {
    Job& job = jobs_[posted_];
    job.number = posted_;
    job.payload = payload_of(posted_);
    ++posted_;
    deque_.push(&job);
  }

  void steal(std::size_t thief) {
    RandomDelays delays(seed_ * 31 + thief);
    while (!finished_.load(std::memory_order_relaxed)) {
      take(steal_loop<Layer>(deque_), thief + 1);
      if (scenario_.delays) delays.perhaps();
    }
  }

  template <class Taken>
  bool take(const Taken& taken, std::size_t taker) {
    if (!taken) return false;
    Job* const job = *taken;
    if (job->payload != payload_of(job->number)) wrong_payloads_.fetch_add(1, std::memory_order_relaxed);
    ledger_.page_of(taker).push_back(job->number);
    return true;
  }

  Deque deque_;
  const Scenario scenario_;
  const std::uint64_t seed_;
  std::vector<Job> jobs_;
  Ledger ledger_;
  std::uint64_t posted_ = 0;
  std::atomic<bool> finished_{false};
  std::atomic<std::uint64_t> wrong_payloads_{0};
};

void run_for_a_while(const Scenario& scenario) {
  std::size_t stolen = 0;
  const auto run = [&](unsigned number) {
    if (::testing::Test::HasFatalFailure()) return;
    Round round(scenario, 1 + number);
    round.run();
    stolen += round.stolen();
  };
  repeat_for_a_while(run, [&] { return stolen != 0 || !scenario.delays || ::testing::Test::HasFatalFailure(); });
  if (scenario.delays) {
    EXPECT_GT(stolen, 0u) << "the thieves took no job, so nothing was tested";
  }
}

class EveryJobIsTakenOnce : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EveryJobIsTakenOnce, WithoutPinning) { run_for_a_while({.thieves = GetParam()}); }
TEST_P(EveryJobIsTakenOnce, OnAProcessorEach) {
  run_for_a_while({.thieves = GetParam(), .pinning = Pinning::one_each});
}
TEST_P(EveryJobIsTakenOnce, OnOneProcessor) {
  run_for_a_while({.thieves = GetParam(), .pinning = Pinning::all_on_one, .jobs = 300});
}

INSTANTIATE_TEST_SUITE_P(ChaseLevDeque, EveryJobIsTakenOnce, ::testing::Values(1, 2, 3, 7, 15),
                         [](const auto& parameter) { return std::to_string(parameter.param) + "Thieves"; });

TEST(ChaseLevDequeStress, EveryJobIsTakenOnceAtFullSpeed) {
  run_for_a_while({.thieves = 1, .pinning = Pinning::one_each, .delays = false, .jobs = 20'000});
}

TEST(ChaseLevDequeStress, EveryJobIsTakenOnceWhenEachIsTheLastOne) {
  run_for_a_while({.thieves = 3, .capacity = 1, .habit = OwnerHabit::one_by_one});
}

TEST(ChaseLevDequeStress, GrowthUnderThievesLosesNothing) {
  repeat_for_a_while([](unsigned number) {
    if (::testing::Test::HasFatalFailure()) return;
    Round round({.thieves = 3, .capacity = 1, .habit = OwnerHabit::push_all_then_pop}, 1 + number);
    round.run();
    ASSERT_GT(round.final_capacity(), 1u) << "the array did not grow from one slot";
  });
}

TEST(ChaseLevDequeStress, IndicesThatWrapAroundLoseNothing) {
  run_for_a_while({.thieves = 3, .capacity = 4, .first_index = std::uint64_t{0} - 1'000});
}

TEST(ChaseLevDequeStress, IndicesThatChangeSignLoseNothing) {
  run_for_a_while({.thieves = 3, .capacity = 4, .first_index = (std::uint64_t{1} << 63) - 1'000});
}

}  // namespace
}  // namespace vigil::stress
