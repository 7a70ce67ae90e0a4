#include <vigil/atomics/own_value.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(OwnValueReference, IsZeroOnEachThreadAtFirst) {
  //! [example]
  // Any type tells one value from another.
  struct CallsOfThisFunction;
  using Calls = vigil::OwnValue<int, CallsOfThisFunction>;

  Calls::get() = 3;
  int of_another_thread = -1;
  std::thread([&] { of_another_thread = Calls::get(); }).join();
  EXPECT_EQ(Calls::get(), 3);
  EXPECT_EQ(of_another_thread, 0);
  //! [example]
}
