// No worker sleeps through a job: each job is announced while the workers are about to sleep.

#include "bare/rounds.hpp"

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <thread>

namespace vigil::bare::sleeping {
namespace {

constexpr std::size_t kWorkers = 2;
constexpr std::size_t kJobs = 50;

TEST(BareSleep, NoWorkerSleepsThroughAJob) {
  repeat_for_a_while([] {
    Sleep<> sleep(kWorkers);
    std::array<CoreLatch<>, kWorkers> stop;
    std::atomic<std::size_t> jobs = 0;
    std::atomic<std::size_t> runs = 0;
    const auto has_jobs = [&] { return jobs.load() != 0; };
    const auto take = [&] {
      std::size_t seen = jobs.load();
      while (seen != 0 && !jobs.compare_exchange_weak(seen, seen - 1)) {
      }
      return seen != 0;
    };
    in_threads(kWorkers + 1, [&](std::size_t thread) {
      if (thread == kWorkers) {
        for (std::size_t job = 0; job != kJobs; ++job) {
          const bool was_empty = jobs.fetch_add(1) == 0;
          sleep.new_injected_jobs(1, was_empty);
          while (runs.load() != job + 1) std::this_thread::yield();
        }
        for (std::size_t worker = 0; worker != kWorkers; ++worker) sleep.set_latch(stop[worker], worker);
        return;
      }
      while (!stop[thread].probe()) {
        IdleState idle = sleep.start_looking(thread);
        bool found = false;
        while (!stop[thread].probe() && !(found = take())) sleep.no_work_found(idle, stop[thread], has_jobs);
        sleep.work_found(has_jobs);
        if (found) runs.fetch_add(1);
      }
    });
    ASSERT_EQ(runs.load(), kJobs);
    ASSERT_TRUE(sleep.waker_decrements());
  });
}

}  // namespace
}  // namespace vigil::bare::sleeping
