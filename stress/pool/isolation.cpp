// Do jobs that wait while they hold locks end, whatever the other workers steal, and while jobs that want the same
// locks are posted?

#include <vigil/pool/isolation.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/scope.hpp>

#include "pool/pool_parts.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>

namespace vigil::stress {
namespace {

using namespace testing;

// Counts that locks guard. A job takes the lock of a level, and makes jobs inside that take those of the next one.
class GuardedCounts {
 public:
  static constexpr std::size_t kLevels = 3;

  void count(PoolWorker& worker, std::size_t level = 0) {
    if (level == kLevels) return;
    const std::lock_guard held(locks_[level]);
    ++counts_[level];
    isolate(worker, [&] {
      scope(worker, [&](auto& tasks) {
        tasks.spawn(worker, [&](PoolWorker& other) {
          tasks.spawn(other, [&](PoolWorker& third) { count(third, level + 1); });
          (void)join(
              other, [&](PoolWorker& fourth) { count(fourth, level + 1); },
              [&](PoolWorker& fourth) { count(fourth, level + 1); });
        });
      });
    });
  }
  // Of one level. While no job runs.
  [[nodiscard]] std::size_t counted(std::size_t level) const { return counts_[level]; }

 private:
  std::array<std::mutex, kLevels> locks_;
  std::array<std::size_t, kLevels> counts_{};
};

struct Counter : PostedJob<Parts> {
  explicit Counter(GuardedCounts& to_count) : PostedJob(&run_it), counts(to_count) {}
  static void run_it(PostedJob& job, PoolWorker& worker) noexcept { static_cast<Counter&>(job).counts.count(worker); }
  GuardedCounts& counts;
};

TEST(Isolation, LetsJobsThatHoldLocksWait) {
  repeat_for_a_while([](unsigned number) {
    constexpr std::size_t kCalls = 50;
    constexpr std::size_t kPosted = 50;
    GuardedCounts counts;
    std::deque<Counter> posted;
    for (std::size_t i = 0; i != kPosted; ++i) posted.emplace_back(counts);
    {
      Pool pool({.workers = 1 + number % 4, .rounds = kImpatient, .deque_capacity = 1});
      const Watchdog watchdog([&] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
      ThreadSet threads;
      for (int caller = 0; caller != 2; ++caller)
        threads.add([&] {
          for (std::size_t i = 0; i != kCalls; ++i) pool.call([&](PoolWorker& worker) { counts.count(worker); });
        });
      threads.add([&] {
        for (Counter& job : posted) EXPECT_TRUE(pool.post(job));
      });
      threads.run();
      pool.stop();
    }
    std::size_t due = 2 * kCalls + kPosted;
    for (std::size_t level = 0; level != GuardedCounts::kLevels; ++level, due *= 3)
      EXPECT_EQ(counts.counted(level), due) << "level " << level;
  });
}

// Two pools, whose jobs call the other one while they hold a lock. Each pool has workers that hold none.
TEST(Isolation, GoesWithACallToAnotherPool) {
  repeat_for_a_while([](unsigned number) {
    constexpr std::size_t kCalls = 50;
    std::mutex lock;
    std::size_t counted = 0;
    Pool near({.workers = 1 + number % 3, .rounds = kImpatient, .nested_calls = number % 2});
    Pool far({.workers = 1 + number % 2, .rounds = kImpatient});
    const Watchdog watchdog([&] {
      return std::to_string(near.statistics().executed) + " and " + std::to_string(far.statistics().executed) +
             " jobs executed";
    });
    ThreadSet threads;
    for (int caller = 0; caller != 2; ++caller)
      threads.add([&] {
        for (std::size_t i = 0; i != kCalls; ++i)
          near.call([&](PoolWorker& worker) {
            const std::lock_guard held(lock);
            isolate(worker, [&] {
              far.call([&](PoolWorker& other) {
                EXPECT_TRUE(other.is_isolated());
                (void)join(
                    other, [&] { ++counted; }, [] {});
              });
            });
          });
      });
    threads.run();
    EXPECT_EQ(counted, 2 * kCalls);
  });
}

}  // namespace
}  // namespace vigil::stress
