// Does each job run once, whatever its priority, while threads post, call, steal, sleep and stop? Does a flood of
// urgent jobs keep others from running?

#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>
#include <vigil/pool/scope.hpp>

#include "pool/pool_parts.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

using Levels = PriorityParts<Parts>;
using LevelledPool = BasicThreadPool<Levels>;
using LevelledWorker = LevelledPool::Worker;

Priority priority_of(std::size_t number) { return static_cast<Priority>(number % kPriorities); }

Watchdog watch(const LevelledPool& pool) {
  return Watchdog([&pool] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
}

// Its own code frees it. One in four leaves tasks on the worker's deque.
class Posted : public PostedJob<Levels> {
 public:
  static constexpr std::size_t kMarks = 4;

  Posted(Marks& marks, std::size_t number) : PostedJob<Levels>(&run), marks_(marks), number_(number) {
    set_priority(priority_of(number));
  }

 private:
  static void run(PostedJob<Levels>& job, LevelledWorker& worker) noexcept {
    const auto* const self = static_cast<Posted*>(&job);
    Marks& marks = self->marks_;
    const std::size_t first = self->number_ * kMarks;
    const bool has_tasks = self->number_ % 4 == 0;
    delete self;
    if (!has_tasks) {
      for (std::size_t i = 0; i != kMarks; ++i) marks.mark(first + i);
      return;
    }
    scope(worker, [&](auto& tasks) {
      for (std::size_t i = 0; i != kMarks; ++i) tasks.spawn(worker, [&marks, mark = first + i] { marks.mark(mark); });
    });
  }

  Marks& marks_;
  const std::size_t number_;
};

// Posters and callers that meet a stop: what was accepted has run when it ends.
TEST(PriorityThreadPool, RunsEachJobOnceThatItHasAccepted) {
  repeat_for_a_while([](unsigned number) {
    constexpr std::size_t kPosters = 3;
    constexpr std::size_t kOfEach = 100;
    Marks marks(kPosters * kOfEach * Posted::kMarks);
    std::vector<std::uint8_t> is_posted(kPosters * kOfEach, 0);
    std::atomic<unsigned> made{0}, returned{0};
    LevelledPool pool({.workers = 1 + number % 4, .rounds = kImpatient});
    const Watchdog watchdog = watch(pool);
    ThreadSet threads;
    threads.add(kPosters, [&](std::size_t poster) {
      RandomDelays delays(number * std::uint64_t{59} + poster);
      for (std::size_t job = poster * kOfEach; job != (poster + 1) * kOfEach; ++job) {
        auto* const posted = new Posted(marks, job);
        is_posted[job] = pool.post(*posted) ? 1 : 0;
        if (is_posted[job] == 0) delete posted;
        delays.perhaps();
      }
    });
    threads.add(2, [&](std::size_t caller) {
      RandomDelays delays(number * std::uint64_t{61} + caller);
      try {
        for (std::size_t i = 0; i != 50; ++i) {
          pool.call(priority_of(i + caller), [&] { made.fetch_add(1, std::memory_order_relaxed); });
          returned.fetch_add(1, std::memory_order_relaxed);
          delays.perhaps();
        }
      } catch (const PoolStopped&) {
      }
    });
    threads.add([&] {
      RandomDelays delays(number * std::uint64_t{67});
      for (unsigned i = 0; i != number % 512; ++i) delays.perhaps();
      pool.stop();
    });
    threads.run();
    ASSERT_EQ(made.load(), returned.load());
    for (std::size_t job = 0; job != marks.jobs(); ++job)
      ASSERT_EQ(marks.times(job), is_posted[job / Posted::kMarks]) << "job " << job;
  });
}

// An urgent job that comes back until a job of another priority has run.
class ComesBack : public PostedJob<Levels> {
 public:
  explicit ComesBack(const std::atomic<bool>& is_over) : PostedJob<Levels>(&run), is_over_(is_over) {
    set_priority(Priority::high);
  }

 private:
  static void run(PostedJob<Levels>& job, LevelledWorker& worker) noexcept {
    auto& self = static_cast<ComesBack&>(job);
    if (self.is_over_.load(std::memory_order_relaxed)) return;
    EXPECT_TRUE(self.post(worker.worker_set())) << "a worker of the pool is never refused";
  }

  const std::atomic<bool>& is_over_;
};

// More urgent jobs than workers, so one is always there.
TEST(PriorityThreadPool, RunsAJobOfLowPriorityBesideAFloodOfUrgentJobs) {
  repeat_for_a_while([](unsigned number) {
    const std::size_t workers = 1 + number % 4;
    std::atomic<bool> is_over{false};
    std::deque<ComesBack> flood;
    LevelledPool pool({.workers = workers, .rounds = kImpatient});
    const Watchdog watchdog = watch(pool);
    for (std::size_t i = 0; i != workers + 2; ++i) ASSERT_TRUE(pool.post(flood.emplace_back(is_over)));
    for (const Priority priority : {Priority::low, Priority::normal, Priority::low})
      ASSERT_EQ(pool.call(priority, [] { return 7; }), 7);
    is_over.store(true, std::memory_order_relaxed);
    pool.stop();
  });
}

}  // namespace
}  // namespace vigil::stress
