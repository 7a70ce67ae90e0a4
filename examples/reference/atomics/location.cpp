#include <vigil/atomics/location.hpp>

#include <gtest/gtest.h>

#include <string>

TEST(LocationReference, NamesTheCaller) {
  //! [example]
  // An operation that remembers where it was called.
  const auto load = [](vigil::Location location = vigil::Location::current()) { return location; };

  const vigil::Location first = load();
  const vigil::Location second = load();
  EXPECT_EQ(second.line, first.line + 1);
  EXPECT_EQ(std::string(first.file), __FILE__);
  EXPECT_EQ(std::string(first.function), __func__);
  //! [example]
}
