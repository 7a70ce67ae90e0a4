#include <vigil/execution/just.hpp>
#include <vigil/execution/sync_wait.hpp>

#include <gtest/gtest.h>

#include <string>

TEST(JustReference, CompletesWithItsValues) {
  //! [example]
  const auto work = vigil::execution::just(1, std::string("one"));
  const auto [number, name] = vigil::execution::sync_wait(work).value();
  EXPECT_EQ(number, 1);
  EXPECT_EQ(name, "one");
  //! [example]
}
