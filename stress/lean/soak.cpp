// Does each of ten million tasks run exactly once, though tasks yield, cross into another pool, make one, shut one down
// or are refused a thread?
//
// They come in episodes, of which each has two pools and a seed of its own. In half of the episodes a task shuts a pool
// down while others still cross into it; in every third one some threads cannot be started.

#include <vigil/lean/thread_pool.hpp>

#include <vigil/testing/many_jobs.hpp>
#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeded_yields.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>
#include "lean/posting.hpp"
#include "lean/unreliable_thread.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <memory>
#include <string>

namespace vigil::stress {
namespace {

using namespace lean;

using namespace testing;

struct SoakParts : lean::PoolParts<YieldingLayer> {
  using Thread = UnreliableThread;
};
using SoakPool = lean::BasicThreadPool<SoakParts>;

// Two pools, whose tasks run ranges of jobs and schedule on each other.
class LeanEpisode {
 public:
  static constexpr std::size_t kJobs = 2'000;

  explicit LeanEpisode(std::uint64_t seed)
      : random_(seed), seed_(seed), near_(options()), far_(options()), closing_jobs_{closing_job(), closing_job()} {
    UnreliableThread::begin_round(seed, starts_fail() ? 1 + random_.below(6) : 0);
  }

  void run() {
    const std::size_t callers = 1 + random_.below(3);
    const Watchdog watchdog([this] { return describe(); });
    ThreadSet threads;
    threads.add(callers, [&](std::size_t caller) {
      leave(caller % 2 == 0 ? near_ : far_, {kJobs * caller / callers, kJobs * (caller + 1) / callers});
    });
    threads.run();
    if (!is_shut_down_early()) have_run_.wait();
    near_.shutdown();
    far_.shutdown();
    near_.join();
    far_.join();
    ASSERT_EQ(marks_.complaint(), "");
    ASSERT_EQ(refused_at_home_.load(), 0U) << "tasks of a pool's own thread that it refused";
    ASSERT_TRUE(refused_.load() == 0 || is_shut_down_early()) << "tasks that were refused before the shutdown";
    ASSERT_EQ(UnreliableThread::ended(), UnreliableThread::begun()) << "threads that were joined";
  }

 private:
  // What is to be done with a range.
  enum class Way { one_by_one, together, one_here, neighbour, all_at_once, pool_of_its_own };

  [[nodiscard]] Way way(Range range) const {
    if (range.number(seed_, 0) % 2048 == 0) return Way::pool_of_its_own;
    const std::uint64_t dice = range.number(seed_, 1) % 64;
    if (dice < 16) return Way::one_by_one;
    if (dice < 32) return Way::together;
    if (dice < 48) return Way::one_here;
    // More than a ring has room for, sometimes.
    if (dice < 56 && range.size() <= 700) return Way::all_at_once;
    return Way::neighbour;
  }

  [[nodiscard]] bool is_shut_down_early() const { return seed_ % 2 == 0; }
  [[nodiscard]] bool starts_fail() const { return seed_ % 3 == 0; }

  lean::PoolOptions options() { return {.most_threads = static_cast<std::uint32_t>(2 + random_.below(31))}; }
  std::size_t closing_job() { return is_shut_down_early() ? random_.below(kJobs) : kJobs; }

  // A caller from outside, with many small ranges.
  void leave(SoakPool& pool, Range jobs) {
    RandomDelays delays(seed_ + jobs.begin);
    for (std::size_t begin = jobs.begin; begin != jobs.end;) {
      const std::size_t end = std::min(begin + 1 + Range{begin, jobs.end}.number(seed_, 2) % 256, jobs.end);
      schedule(nullptr, pool, {begin, end});
      begin = end;
      delays.perhaps();
    }
  }

  // What is refused is run in place. `here` is the pool whose task this is, null outside.
  void schedule(SoakPool* here, SoakPool& there, Range range) {
    if (post(there, [this, &there, range] { run(&there, range); })) return;
    count_refused(here, there);
    run(here, range);
  }
  void schedule_parts(SoakPool& here, Range range, std::size_t parts) {
    const auto part = [&](std::size_t i) {
      const Range own{range.begin + range.size() * i / parts, range.begin + range.size() * (i + 1) / parts};
      return [this, &here, own] { run(&here, own); };
    };
    if (post_batch(here, parts, part)) return;
    count_refused(&here, here);
    for (std::size_t i = 0; i != parts; ++i) part(i)();
  }
  // Never at home: a caller that stands in for a thread is one of the pool's.
  void count_refused(const SoakPool* here, const SoakPool& there) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    if (here == &there) refused_at_home_.fetch_add(1, std::memory_order_relaxed);
  }

  void run(SoakPool* here, Range range) {
    if (range.size() == 1) return run_job(range.begin);
    if (here == nullptr) {
      run(nullptr, range.left());
      return run(nullptr, range.right());
    }
    switch (way(range)) {
      case Way::one_by_one:
        schedule(here, *here, range.left());
        schedule(here, *here, range.right());
        break;
      case Way::together:
        schedule_parts(*here, range, 2);
        break;
      case Way::all_at_once:
        schedule_parts(*here, range, range.size());
        break;
      case Way::one_here:
        schedule(here, *here, range.left());
        run(here, range.right());
        break;
      case Way::neighbour:
        schedule(here, here == &near_ ? far_ : near_, range.left());
        run(here, range.right());
        break;
      case Way::pool_of_its_own:
        const auto pool = std::make_unique<SoakPool>(lean::PoolOptions{.most_threads = 2});
        schedule(here, *pool, range.left());
        schedule(here, *pool, range.right());
        break;
    }
  }

  void run_job(std::size_t job) {
    if (job == closing_jobs_[0]) near_.shutdown();
    if (job == closing_jobs_[1]) far_.shutdown();
    marks_.mark(job);
    have_run_.count_down();
  }

  [[nodiscard]] std::string describe() const {
    return "seed " + std::to_string(seed_) + ", " + std::to_string(near_.threads()) + " and " +
           std::to_string(far_.threads()) + " threads, " + std::to_string(near_.idle_threads()) + " and " +
           std::to_string(far_.idle_threads()) + " idle";
  }

  Random random_;
  const std::uint64_t seed_;
  Marks marks_{kJobs};
  std::latch have_run_{kJobs};
  std::atomic<std::uint64_t> refused_{0};
  std::atomic<std::uint64_t> refused_at_home_{0};
  SoakPool near_;
  SoakPool far_;
  const std::size_t closing_jobs_[2];
};

TEST(LeanThreadPool, EachOfManyJobsRunsOnceWhateverElseHappens) {
  repeat_for_many_jobs(LeanEpisode::kJobs, [](std::uint64_t seed) { std::make_unique<LeanEpisode>(seed)->run(); });
}

}  // namespace
}  // namespace vigil::stress
