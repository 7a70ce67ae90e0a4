// Does a scope ever end before one of its tasks on this machine?

#include <vigil/pool/scope.hpp>

#include "pool/pool_parts.hpp"

#include "sleep/worker_pool.hpp"
#include "support/duration.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

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

}  // namespace
}  // namespace vigil::stress
