#include <vigil/execution/stop_token.hpp>

#include <gtest/gtest.h>

TEST(StopTokenReference, TellsWhetherAStopIsPossible) {
  //! [example]
  // Work that stops early if it can be stopped.
  const auto count_to_a_hundred = [](auto token) {
    int count = 0;
    while (count != 100 && !token.stop_requested()) ++count;
    return count;
  };
  vigil::execution::stop_source source;
  source.request_stop();
  EXPECT_EQ(count_to_a_hundred(source.get_token()), 0);
  EXPECT_EQ(count_to_a_hundred(vigil::execution::never_stop_token()), 100);
  static_assert(!vigil::execution::never_stop_token::stop_possible());
  //! [example]
}
