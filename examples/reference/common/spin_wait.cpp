#include <vigil/common/spin_wait.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(SpinWaitReference, WaitsForAFlag) {
  //! [example]
  std::atomic<bool> is_ready{false};
  std::thread other([&] { is_ready.store(true, std::memory_order_release); });

  vigil::SpinWait<> spin;
  while (!is_ready.load(std::memory_order_acquire)) spin.pause();
  other.join();
  //! [example]
  EXPECT_TRUE(is_ready.load());
}
