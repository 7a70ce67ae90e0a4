#include <vigil/pool/call_queue.hpp>
#include <vigil/pool/parts.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(CallQueueReference, HoldsAThreadUntilItsWaitIsOver) {
  //! [example]
  vigil::CallQueue<vigil::DefaultParts> calls;
  bool is_over = false;  // the queue guards it
  std::thread other([&] { calls.end_wait([&] { is_over = true; }); });
  calls.wait([&] { return is_over; });
  EXPECT_TRUE(is_over);
  EXPECT_EQ(calls.take(), nullptr);
  other.join();
  //! [example]
}
