#include <vigil/atomics/location.hpp>

#include <gtest/gtest.h>

#include <string>

namespace vigil {
namespace {

TEST(Location, IsNowhereUnlessItIsTaken) {
  Location nowhere;
  EXPECT_STREQ(nowhere.file, "");
  EXPECT_STREQ(nowhere.function, "");
  EXPECT_EQ(nowhere.line, 0U);
  EXPECT_EQ(nowhere.unused, 0U);
}

TEST(Location, IsThatOfTheCall) {
  const auto taken = [](Location location = Location::current()) { return location; };
  const Location here = taken();
  const Location next = taken();
  EXPECT_STREQ(here.file, __FILE__);
  EXPECT_STREQ(here.function, __func__);
  EXPECT_EQ(next.line, here.line + 1);
  EXPECT_EQ(here.unused, 0U) << "stacks are compared byte by byte";
}

}  // namespace
}  // namespace vigil
