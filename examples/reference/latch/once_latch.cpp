#include <vigil/latch/once_latch.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(OnceLatchReference, IsDestroyedByItsWaiter) {
  //! [example]
  int answer = 0;
  std::thread thread;
  {
    vigil::OnceLatch<> is_done;  // For any number of waiters: vigil::OnceLatch<vigil::StdAtomics, vigil::Waiters::many>
    thread = std::thread([&] {
      answer = 42;
      is_done.set();
    });
    is_done.wait();
  }  // The latch is destroyed, and the other thread does not use it any more.
  EXPECT_EQ(answer, 42);
  thread.join();
  //! [example]
}
