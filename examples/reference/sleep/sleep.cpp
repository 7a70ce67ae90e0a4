#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(SleepReference, WakesAWorkerForAJobFromOutside) {
  //! [example]
  vigil::Sleep<> sleep(1);
  std::atomic<bool> injected = false;
  const auto has_injected_jobs = [&] { return injected.load(); };
  std::thread worker([&] {
    vigil::CoreLatch<> latch;  // what the worker waits for besides: nothing here
    vigil::IdleState idle = sleep.start_looking(0);
    while (!injected.exchange(false)) sleep.no_work_found(idle, latch, has_injected_jobs);
    sleep.work_found(has_injected_jobs);
    // The worker runs the job.
  });
  const bool queue_was_empty = !injected.exchange(true);
  sleep.new_injected_jobs(1, queue_was_empty);
  worker.join();
  EXPECT_EQ(sleep.counters().load().inactive(), 0U);
  EXPECT_TRUE(sleep.waker_decrements());
  //! [example]
}
