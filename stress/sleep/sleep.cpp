// Does a worker ever sleep through a job or a stop on this machine?

#include <vigil/testing/watchdog.hpp>
#include "sleep/worker_pool.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

struct Scenario {
  std::size_t workers = 2;
  std::size_t posters = 1;
  std::uint64_t jobs_of_a_poster = 50;
  // A poster waits until its job has run before it posts the next: then every worker is on its way to sleep.
  bool one_by_one = false;
  SleepRounds rounds{.until_sleepy = 0, .until_sleeping = 1};
  Pinning pinning = Pinning::none;
};

// A job's payload is plain data. It is written before the job is injected, and the worker that runs the job reads it.
struct Job {
  std::uint64_t payload = 0;
  std::atomic<bool> ended{false};
};

class Round {
 public:
  Round(const Scenario& scenario, std::uint64_t seed)
      : scenario_(scenario),
        seed_(seed),
        jobs_(scenario.posters * scenario.jobs_of_a_poster),
        pool_(scenario.workers, scenario.rounds),
        ledger_(scenario.workers, jobs_.size()),
        posters_left_(scenario.posters) {}

  void run() {
    const Watchdog watchdog([this] { return pool_.describe(); });
    ThreadSet threads(scenario_.pinning);
    threads.add(scenario_.workers, [this](std::size_t worker) { work(worker); });
    threads.add(scenario_.posters, [this](std::size_t poster) { post(poster); });
    threads.run();
    ASSERT_EQ(ledger_.complaint(jobs_.size()), "") << "seed " << seed_;
    ASSERT_EQ(wrong_payloads_.load(), 0u) << "jobs that ran before their payload was written, seed " << seed_;
    ASSERT_TRUE(pool_.sleep.waker_decrements()) << "waker_decrements; " << pool_.describe() << ", seed " << seed_;
    ASSERT_EQ(pool_.sleep.counters().load().sleeping(), 0u) << pool_.describe() << ", seed " << seed_;
    ASSERT_EQ(pool_.sleep.counters().load().inactive(), 0u) << pool_.describe() << ", seed " << seed_;
  }

 private:
  void work(std::size_t worker) {
    RandomDelays delays(seed_ * 31 + worker);
    pool_.work(worker, [&](std::uint64_t number) {
      ledger_.page_of(worker).push_back(number);
      if (jobs_[number].payload != number + 1) wrong_payloads_.fetch_add(1, std::memory_order_relaxed);
      delays.perhaps();
      jobs_[number].ended.store(true, std::memory_order_release);
    });
  }

  // The last poster stops the workers, even if jobs are still queued.
  void post(std::size_t poster) {
    RandomDelays delays(seed_ * 37 + poster);
    const std::uint64_t first = poster * scenario_.jobs_of_a_poster;
    for (std::uint64_t number = first; number != first + scenario_.jobs_of_a_poster; ++number) {
      jobs_[number].payload = number + 1;
      pool_.inject(number);
      if (scenario_.one_by_one) {
        while (!jobs_[number].ended.load(std::memory_order_acquire)) std::this_thread::yield();
      }
      delays.perhaps();
    }
    if (posters_left_.fetch_sub(1, std::memory_order_acq_rel) == 1) pool_.stop();
  }

  const Scenario scenario_;
  const std::uint64_t seed_;
  std::vector<Job> jobs_;
  WorkerPool pool_;
  Ledger ledger_;
  std::atomic<std::size_t> posters_left_;
  std::atomic<std::uint64_t> wrong_payloads_{0};
};

void stress(const Scenario& scenario) {
  repeat_for_a_while([&](unsigned number) { Round(scenario, number + 1).run(); });
}

TEST(Sleep, OneWorkerNeverSleepsThroughAJob) { stress({.workers = 1, .one_by_one = true}); }

TEST(Sleep, TwoWorkersNeverSleepThroughAJob) { stress({.workers = 2, .one_by_one = true}); }

TEST(Sleep, SixteenWorkersNeverSleepThroughAJob) { stress({.workers = 16, .one_by_one = true}); }

TEST(Sleep, OneWorkerOnThePostersProcessorNeverSleepsThroughAJob) {
  stress({.workers = 1, .one_by_one = true, .pinning = Pinning::all_on_one});
}

TEST(Sleep, WorkersAndPostersOnOwnProcessorsLoseNoJob) {
  stress({.workers = 1, .one_by_one = true, .pinning = Pinning::one_each});
}

TEST(Sleep, ManyPostersLoseNoJob) { stress({.workers = 4, .posters = 8, .jobs_of_a_poster = 200}); }

TEST(Sleep, ManyPostersThatWaitForTheirJobsLoseNone) { stress({.workers = 3, .posters = 4, .one_by_one = true}); }

TEST(Sleep, WorkersWithTheDefaultRoundsLoseNoJob) {
  stress({.workers = 4, .posters = 2, .one_by_one = true, .rounds = {}});
}

TEST(Sleep, WorkersStoppedUnderLoadLeaveNoJobBehind) {
  stress({.workers = 8, .posters = 4, .jobs_of_a_poster = 500, .rounds = {}});
}

TEST(Sleep, WorkersStoppedAtOnceAllEnd) { stress({.workers = 8, .posters = 1, .jobs_of_a_poster = 1}); }

// A worker that runs the first job of a pair is busy until another worker has run the second.
TEST(Sleep, TheJobThatARunningOneWaitsForIsNeverLeftToSleepers) {
  repeat_for_a_while([](unsigned number) {
    WorkerPool pool(2, {.until_sleepy = 0, .until_sleeping = 1});
    const Watchdog watchdog([&] { return pool.describe(); });
    constexpr std::uint64_t kJobs = 100;
    std::vector<std::atomic<bool>> ended(kJobs);
    const auto wait_for = [&](std::uint64_t job) {
      while (!ended[job].load(std::memory_order_acquire)) std::this_thread::yield();
    };
    ThreadSet threads;
    threads.add(2, [&](std::size_t worker) {
      RandomDelays delays(number * 43 + worker);
      pool.work(worker, [&](std::uint64_t job) {
        if (job % 2 == 0) wait_for(job + 1);
        ended[job].store(true, std::memory_order_release);
        delays.perhaps();
      });
    });
    threads.add([&] {
      RandomDelays delays(number + 1);
      for (std::uint64_t job = 0; job != kJobs; job += 2) {
        pool.inject(job);
        delays.perhaps();
        pool.inject(job + 1);
        wait_for(job);
      }
      pool.stop();
    });
    threads.run();
    ASSERT_EQ(pool.sleep.counters().load().sleeping(), 0u);
  });
}

// Wakes without reason come at any moment and change nothing.
TEST(Sleep, UnneededWakesLoseNoJob) {
  repeat_for_a_while([](unsigned number) {
    WorkerPool pool(2, {.until_sleepy = 0, .until_sleeping = 1});
    const Watchdog watchdog([&] { return pool.describe(); });
    constexpr std::uint64_t kJobs = 500;
    Ledger ledger(2, kJobs);
    std::atomic<bool> is_over{false};
    ThreadSet threads;
    threads.add(2, [&](std::size_t worker) {
      pool.work(worker, [&](std::uint64_t job) { ledger.page_of(worker).push_back(job); });
    });
    threads.add([&] {
      RandomDelays delays(number + 1);
      for (std::uint64_t job = 0; job != kJobs; ++job) {
        pool.inject(job);
        delays.perhaps();
      }
      pool.stop();
      is_over.store(true, std::memory_order_relaxed);
    });
    threads.add([&] {
      while (!is_over.load(std::memory_order_relaxed)) {
        pool.sleep.wake_any(2);
        ASSERT_TRUE(pool.sleep.waker_decrements()) << "waker_decrements";
      }
    });
    threads.run();
    ASSERT_EQ(ledger.complaint(kJobs), "");
    ASSERT_EQ(pool.sleep.counters().load().sleeping(), 0u);
  });
}

}  // namespace
}  // namespace vigil::stress
