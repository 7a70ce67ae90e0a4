#include <vigil/latch/lock_latch.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(LockLatchReference, WaitsForAnotherThread) {
  //! [example]
  int result = 0;
  vigil::LockLatch<> latch;
  std::thread other([&] {
    result = 7;
    latch.set();
  });
  latch.wait();
  EXPECT_EQ(result, 7);
  other.join();
  //! [example]
}
