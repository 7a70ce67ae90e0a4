#include <vigil/latch/once_latch.hpp>
#include <vigil/latch/waiters.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(WaitersReference, AreManyIfTheLatchIsMadeForThem) {
  //! [example]
  vigil::OnceLatch<vigil::StdAtomics, vigil::Waiters::many> latch;
  std::thread one([&latch] { latch.wait(); });
  std::thread other([&latch] { latch.wait(); });
  latch.set();
  one.join();
  other.join();
  EXPECT_TRUE(latch.probe());
  //! [example]
}
