// Does each of ten million jobs run exactly once, while jobs yield, throw, call another pool or make one?
//
// They come in episodes, of which each has two pools and a seed of its own.

#include <vigil/pool/scope.hpp>

#include "pool/pool_parts.hpp"

#include <vigil/testing/many_jobs.hpp>
#include <vigil/testing/marks.hpp>
#include <vigil/testing/one_after_the_other.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeded_yields.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

using YieldingParts = PoolParts<YieldingLayer>;
using YieldingPool = BasicThreadPool<YieldingParts>;
using YieldingWorker = YieldingPool::Worker;

struct Thrown {
  std::size_t job;
};

// What is to be done with each range, and which job throws: the same for a seed, on any worker.
class Plan {
 public:
  explicit Plan(std::uint64_t seed) : seed_(seed) {}

  enum class Way { join, scope, neighbour, call_in_place, pool_of_its_own };

  [[nodiscard]] Way way(Range range) const {
    if (range.number(seed_, 0) % 2048 == 0) return Way::pool_of_its_own;
    const std::uint64_t dice = range.number(seed_, 1) % 64;
    if (dice < 40) return Way::join;
    if (dice < 56) return Way::scope;
    // A worker that waits for a neighbour runs other jobs on its stack. Large ranges have many, so seldom for them.
    if (dice < 60 && range.size() <= 64) return Way::neighbour;
    return Way::call_in_place;
  }
  [[nodiscard]] bool throws(std::size_t job) const { return Range{job, job}.number(seed_, 2) % 32 == 0; }
  // Whether exceptions from below end here.
  [[nodiscard]] bool catches(Range range) const { return range.number(seed_, 3) % 8 == 0; }

  // Whether an exception is due from `range`.
  [[nodiscard]] bool fails(Range range) const { return !catches(range) && fails_inside(range); }
  [[nodiscard]] bool fails_inside(Range range) const {
    return range.size() == 1 ? throws(range.begin) : fails(range.left()) || fails(range.right());
  }

 private:
  std::uint64_t seed_;
};

// Two pools, whose workers run ranges of jobs and call each other.
class Episode {
 public:
  static constexpr std::size_t kJobs = 10'000;

  explicit Episode(std::uint64_t seed) : random_(seed), plan_(seed), near_(options()), far_(options()) {}

  void run() {
    const std::size_t callers = 1 + random_.below(3);
    const Watchdog watchdog([this] { return describe(); });
    ThreadSet threads;
    threads.add(callers, [&](std::size_t caller) {
      leave(caller % 2 == 0 ? near_ : far_, {kJobs * caller / callers, kJobs * (caller + 1) / callers});
    });
    threads.run();
    near_.stop();
    far_.stop();
    ASSERT_EQ(marks_.complaint(), "");
    ASSERT_EQ(wrong_outcomes_.load(), 0U) << "ranges that threw, or did not, against what was due";
    ASSERT_EQ(joined_early_.load(), 0U) << "ranges that had not ended when they were joined";
    ASSERT_EQ(refused_.load(), 0U) << "jobs that were refused by a pool that had not been stopped";
  }

 private:
  // No thread waits for it: the pool ends after it.
  struct Posted : PostedJob<YieldingParts> {
    Posted(Marks& marks, std::size_t job) : PostedJob<YieldingParts>(&run), marks_(marks), job_(job) {}

   private:
    static void run(PostedJob<YieldingParts>& job, YieldingWorker&) noexcept {
      const auto* const self = static_cast<Posted*>(&job);
      self->marks_.mark(self->job_);
      delete self;
    }

    Marks& marks_;
    const std::size_t job_;
  };

  PoolOptions options() {
    return {.workers = 2 + random_.below(31),
            .rounds = random_.one_in(4) ? SleepRounds{} : kImpatient,
            .deque_capacity = std::size_t{1} << random_.below(5)};
  }

  // A caller from outside: posts one job in sixteen, and waits for the others, range by range.
  void leave(YieldingPool& pool, Range jobs) {
    constexpr std::size_t kPosted = 64;
    for (std::size_t begin = jobs.begin; begin != jobs.end;) {
      const std::size_t called = std::min(begin + 15 * kPosted, jobs.end);
      pool.call([&](YieldingWorker& worker) { try_run(worker, {begin, called}, true); });
      const std::size_t posted = std::min(called + kPosted, jobs.end);
      for (std::size_t job = called; job != posted; ++job) {
        if (!pool.post(*new Posted(marks_, job))) refused_.fetch_add(1, std::memory_order_relaxed);
      }
      begin = posted;
    }
  }

  void run(YieldingWorker& worker, Range range) { try_run(worker, range, plan_.catches(range)); }

  void try_run(YieldingWorker& worker, Range range, bool catches) {
    if (!catches) return run_halves(worker, range);
    bool has_thrown = false;
    try {
      run_halves(worker, range);
    } catch (const Thrown& thrown) {
      has_thrown = range.has(thrown.job) && plan_.throws(thrown.job);
    }
    if (has_thrown != plan_.fails_inside(range)) wrong_outcomes_.fetch_add(1, std::memory_order_relaxed);
  }

  void run_halves(YieldingWorker& worker, Range range) {
    if (range.size() == 1) {
      marks_.mark(range.begin);
      if (plan_.throws(range.begin)) throw Thrown{range.begin};
      return;
    }
    run_both(
        worker, plan_.way(range), [this, range](YieldingWorker& other) { run(other, range.left()); },
        [this, range](YieldingWorker& other) { run(other, range.right()); });
    if (range.size() == 2 && !marks_.complaint(range.begin, range.end).empty())
      joined_early_.fetch_add(1, std::memory_order_relaxed);
  }

  template <class Left, class Right>
  void run_both(YieldingWorker& worker, Plan::Way way, Left left, Right right) {
    switch (way) {
      case Plan::Way::join:
        join(worker, left, right);
        break;
      case Plan::Way::scope:
        scope(worker, [&](auto& tasks) {
          tasks.spawn(worker, left);
          right(worker);
        });
        break;
      case Plan::Way::neighbour:
        one_after_the_other([&] { (near_.is_inside() ? far_ : near_).call(left); }, [&] { right(worker); });
        break;
      case Plan::Way::call_in_place:
        one_after_the_other([&] { (near_.is_inside() ? near_ : far_).call(left); }, [&] { right(worker); });
        break;
      case Plan::Way::pool_of_its_own:
        one_after_the_other(
            [&] {
              YieldingPool pool({.workers = 2, .rounds = kImpatient});
              pool.call(left);
            },
            [&] { right(worker); });
        break;
    }
  }

  [[nodiscard]] std::string describe() const {
    return std::to_string(near_.statistics().executed) + " and " + std::to_string(far_.statistics().executed) +
           " jobs executed";
  }

  Random random_;
  const Plan plan_;
  Marks marks_{kJobs};
  std::atomic<std::uint64_t> wrong_outcomes_{0};
  std::atomic<std::uint64_t> joined_early_{0};
  std::atomic<std::uint64_t> refused_{0};
  YieldingPool near_;
  YieldingPool far_;
};

TEST(ThreadPool, EachOfManyJobsRunsOnceInAnyCase) {
  repeat_for_many_jobs(Episode::kJobs, [](std::uint64_t seed) { Episode(seed).run(); });
}

}  // namespace
}  // namespace vigil::stress
