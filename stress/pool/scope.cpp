// Does a scope ever end before one of its tasks on this machine?

#include <vigil/pool/scope.hpp>

#include "pool/pool_parts.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeds.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

// Plain data on the frame, which each task writes once and the owner reads after the scope.
TEST(Scope, TasksHaveWrittenToTheFrameWhenItEnds) {
  repeat_for_a_while([](unsigned number) {
    Pool pool({.workers = 4, .rounds = kImpatient});
    const Watchdog watchdog([&pool] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
    for (std::size_t tasks_wanted = 1; tasks_wanted != 40; ++tasks_wanted) {
      std::uint64_t wrong = 0;
      pool.call([&](PoolWorker& worker) {
        std::vector<std::uint64_t> written(tasks_wanted, 0);
        scope(worker, [&](auto& tasks) {
          for (auto& cell : written) tasks.spawn(worker, [&cell, number] { cell = number + 1; });
        });
        for (const std::uint64_t cell : written) wrong += cell == number + 1 ? 0 : 1;
      });
      ASSERT_EQ(wrong, 0u) << "tasks that had not ended";
    }
  });
}

TEST(Scope, OneExceptionOfManyArrives) {
  repeat_for_a_while([](unsigned) {
    Pool pool({.workers = 3, .rounds = kImpatient});
    const Watchdog watchdog([&pool] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
    for (int i = 0; i != 50; ++i) {
      ASSERT_THROW(pool.call([](PoolWorker& worker) {
        scope(worker, [&](auto& tasks) {
          for (int task = 0; task != 8; ++task) tasks.spawn(worker, [] { throw std::out_of_range("a task"); });
        });
      }),
                   std::out_of_range);
    }
  });
}

// Records in plain data that it was destroyed: the scope must end after that.
class Ends {
 public:
  explicit Ends(bool& is_destroyed) : is_destroyed_(&is_destroyed) {}
  Ends(Ends&& other) noexcept : is_destroyed_(std::exchange(other.is_destroyed_, nullptr)) {}
  ~Ends() {
    if (is_destroyed_ != nullptr) *is_destroyed_ = !*is_destroyed_;
  }

 private:
  bool* is_destroyed_;
};

TEST(Scope, EachTaskRunsOnceOrIsDroppedWhenAStopIsRequested) {
  repeat_with_seeds([](std::uint64_t seed) {
    constexpr std::size_t kTasks = 200;
    Pool pool({.workers = 1 + seed % 6, .rounds = kImpatient});
    const Watchdog watchdog([&pool] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
    Marks marks(kTasks);
    struct Fate {
      bool is_destroyed = false;
    };
    std::vector<Fate> fates(kTasks);
    std::size_t first_too_late = kTasks;
    std::stop_source stop;
    ThreadSet threads;
    threads.add([&] {
      const auto body = [&](PoolWorker& worker, auto& tasks) {
        for (std::size_t task = 0; task != kTasks; ++task) {
          if (tasks.stop_requested() && task < first_too_late) first_too_late = task;
          tasks.spawn(worker, [&marks, task, ends = Ends(fates[task].is_destroyed)] { marks.mark(task); });
        }
      };
      pool.call([&](PoolWorker& worker) {
        scope(
            worker, [&](auto& tasks) { body(worker, tasks); }, stop.get_token());
      });
    });
    threads.add([&] {
      RandomDelays delays(seed);
      for (std::uint64_t i = 0; i != seed % 64; ++i) delays.perhaps();
      stop.request_stop();
    });
    threads.run();
    for (std::size_t task = 0; task != kTasks; ++task) {
      ASSERT_TRUE(fates[task].is_destroyed) << "task " << task << " was destroyed twice, or not at all";
      ASSERT_LE(marks.times(task), task < first_too_late ? 1U : 0U) << "task " << task;
    }
  });
}

}  // namespace
}  // namespace vigil::stress
