// Does each task run once although threads cannot be started, and do threads come again when they can, on this machine?

#include <vigil/lean/thread_pool.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeds.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>
#include "lean/posting.hpp"
#include "lean/unreliable_thread.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#endif

namespace vigil::stress {
namespace {

using namespace lean;

using namespace testing;

struct UnreliableParts : lean::PoolParts<HesitantLayer> {
  using Thread = UnreliableThread;
};
using UnreliableLean = lean::BasicThreadPool<UnreliableParts>;

constexpr std::size_t kPosters = 3;
constexpr std::size_t kOfEach = 60;
constexpr std::size_t kAll = kPosters * kOfEach;

lean::PoolOptions most_threads(std::uint64_t most) { return {.most_threads = static_cast<std::uint32_t>(most)}; }

// Each task from outside schedules another one. A shutdown may come while they do.
void tasks_meet_failing_starts(std::uint64_t failing, bool shut_down_early) {
  repeat_with_seeds([=](std::uint64_t seed) {
    UnreliableThread::begin_round(seed, failing);
    Marks marks(2 * kAll);
    std::vector<std::uint8_t> is_taken(2 * kAll, 0);
    {
      UnreliableLean pool(most_threads(1 + seed % 5));
      const Watchdog watchdog([&pool] { return std::to_string(pool.threads()) + " threads"; });
      ThreadSet threads;
      threads.add(kPosters, [&](std::size_t poster) {
        RandomDelays delays(seed * kPosters + poster);
        for (std::size_t job = poster * kOfEach; job != (poster + 1) * kOfEach; ++job) {
          is_taken[job] = post(pool, [&, job] {
            marks.mark(job);
            is_taken[kAll + job] = post(pool, [&, job] { marks.mark(kAll + job); });
          });
          delays.perhaps();
        }
      });
      threads.add([&] {
        RandomDelays delays(seed * 61);
        for (std::uint64_t i = 0; i != Random(seed).below(kAll); ++i) delays.perhaps();
        if (shut_down_early) pool.shutdown();
      });
      threads.run();
      pool.shutdown();
      pool.join();
    }
    for (std::size_t job = 0; job != 2 * kAll; ++job) {
      ASSERT_EQ(marks.times(job), is_taken[job]) << "task " << job;
      ASSERT_TRUE(shut_down_early || is_taken[job] != 0) << "task " << job << " was refused";
      ASSERT_EQ(is_taken[job], is_taken[job % kAll]) << "what a running task schedules is never refused";
    }
    ASSERT_EQ(UnreliableThread::ended(), UnreliableThread::begun()) << "threads that were joined";
    ASSERT_TRUE(shut_down_early || UnreliableThread::tried() > 0);
  });
}

TEST(LeanThreadPool, TasksRunOnceAlthoughFewThreadsCannotBeStarted) { tasks_meet_failing_starts(8, false); }
TEST(LeanThreadPool, TasksRunOnceAlthoughManyThreadsCannotBeStarted) { tasks_meet_failing_starts(2, false); }
TEST(LeanThreadPool, TasksRunOnceAlthoughNoThreadCanBeStarted) { tasks_meet_failing_starts(1, false); }
TEST(LeanThreadPool, AShutdownBetweenFailingStartsRunsEachTaskOrRefusesIt) { tasks_meet_failing_starts(2, true); }
TEST(LeanThreadPool, AShutdownWithoutThreadsRunsEachTaskOrRefusesIt) { tasks_meet_failing_starts(1, true); }

void fail_from_now(std::uint32_t) noexcept { UnreliableThread::fail(1); }

// The first thread is busy with a task that waits for a later one, and could not start the second thread before.
TEST(LeanThreadPool, AThreadIsStartedAfterAStartThatFailedBesideABusyThread) {
  repeat_with_seeds([](std::uint64_t seed) {
    UnreliableThread::begin_round(seed, 0);
    std::latch is_busy(1);
    std::latch has_run(1);
    UnreliableLean pool({.most_threads = 2, .at_thread_start = &fail_from_now});
    const Watchdog watchdog([&pool] { return std::to_string(pool.threads()) + " threads"; });
    ASSERT_TRUE(post(pool, [&] {
      is_busy.count_down();
      has_run.wait();
    }));
    is_busy.wait();
    ASSERT_EQ(pool.threads(), 1U);
    UnreliableThread::fail(0);
    ASSERT_TRUE(post(pool, [&has_run] { has_run.count_down(); }));
    has_run.wait();
  });
}

// The real thing, without a layer of its own.
using PlainParts = lean::PoolParts<Layer>;
using PlainLean = lean::BasicThreadPool<PlainParts>;

// Who ran a task: the caller that scheduled it, or a thread of the pool.
bool runs_here(PlainLean& pool) {
  std::atomic<bool> has_run{false};
  bool is_here = false;
  const auto caller = std::this_thread::get_id();
  EXPECT_TRUE(post(pool, [&] {
    is_here = std::this_thread::get_id() == caller;
    has_run.store(true);
    has_run.notify_one();
  }));
  has_run.wait(false);
  return is_here;
}

TEST(LeanThreadPool, TheCallerRunsTheTasksIfThereIsNoMemoryForAnyStack) {
  PlainLean pool({.most_threads = 4, .stack_bytes = std::numeric_limits<std::size_t>::max() / 16});
  Marks marks(kAll);
  for (std::size_t job = 0; job != kAll; ++job) {
    ASSERT_TRUE(post(pool, [&marks, job] { marks.mark(job); }));
    ASSERT_EQ(marks.times(job), 1U) << "it has run when schedule returns";
  }
  ASSERT_EQ(pool.threads(), 0U);
}

#if defined(__linux__)
// What ends a child process: its exit status, 0 if all was as due.
class Verdict {
 public:
  void expect(bool is_so, const char* what) {
    if (is_so) return;
    std::fprintf(stderr, "not so: %s\n", what);
    status_ = 1;
  }
  [[nodiscard]] int status() const { return status_; }

 private:
  int status_ = 0;
};

// How many threads and processes of this user there may be. Root is not bound by it, so root becomes another user.
bool limit_threads(bool is_lifted) {
  constexpr uid_t kNobody = 65534;
  if (geteuid() == 0 && setresuid(kNobody, kNobody, kNobody) != 0) return false;
  rlimit limit{};
  if (getrlimit(RLIMIT_NPROC, &limit) != 0) return false;
  limit.rlim_cur = is_lifted ? limit.rlim_max : 1;
  return setrlimit(RLIMIT_NPROC, &limit) == 0;
}

bool can_start_thread() {
  PosixThread thread;
  const bool can_start = thread.start(
      0, [](void*) {}, nullptr);
  thread.join();
  return can_start;
}

[[noreturn]] void run_out_of_threads() {
  // A Watchdog would need a thread.
  alarm(120);
  Verdict verdict;
  verdict.expect(limit_threads(false), "the limit can be set");
  verdict.expect(!can_start_thread(), "the limit binds");
  {
    PlainLean pool({.most_threads = 4});
    for (std::uint32_t task = 0; task != 2 * PlainParts::kMostThreads; ++task)
      verdict.expect(runs_here(pool), "the caller runs the task");
    verdict.expect(pool.threads() == 0, "there is no thread");
    verdict.expect(limit_threads(true), "the limit can be lifted");
    verdict.expect(!runs_here(pool), "a thread is started when there can be one");
    const auto threads = pool.threads();
    verdict.expect(limit_threads(false), "the limit can be set again");
    for (int task = 0; task != 20; ++task) verdict.expect(!runs_here(pool), "a thread that is there runs the task");
    verdict.expect(pool.threads() == threads, "no thread has come or gone");
  }
  _exit(verdict.status());
}

TEST(LeanThreadPool, TasksRunInAProcessThatHasRunOutOfThreadsAndThreadsComeWhenItHasThem) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(run_out_of_threads(), ::testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace vigil::stress
