#include <vigil/lean/throttle.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(LeanThrottleReference, StartsAThreadForTheFirstTask) {
  //! [example]
  vigil::lean::Throttle<> throttle(1);
  std::atomic<int> tasks = 0;
  std::thread thread;
  const auto start = [&] {
    thread = std::thread([&] {
      vigil::lean::Searcher self;
      while (throttle.wait(self)) {
        while (tasks.load(std::memory_order_acquire) > 0) {
          throttle.found(
              self, false, [] { return false; }, [] { return false; });
          tasks.fetch_sub(1, std::memory_order_acq_rel);
        }
      }
      throttle.leave(self);
    });
    return true;
  };
  for (int task = 0; task != 3; ++task) {
    tasks.fetch_add(1, std::memory_order_release);
    EXPECT_EQ(throttle.notify(start), vigil::lean::Notified::done);
  }
  throttle.shut_down();
  throttle.join();
  thread.join();
  EXPECT_EQ(tasks, 0);
  //! [example]
}
