#include <vigil/lean/event.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(LeanEventReference, WakesTheThreadThatWaits) {
  //! [example]
  vigil::lean::Event<> event;
  int message = 0;
  std::thread sender([&] {
    message = 7;
    event.notify();
  });
  EXPECT_EQ(event.wait(), vigil::lean::Awakening::by_token);
  EXPECT_EQ(message, 7);
  sender.join();
  // From now on all threads pass.
  event.shutdown();
  EXPECT_EQ(event.wait(), vigil::lean::Awakening::by_shutdown);
  //! [example]
}
