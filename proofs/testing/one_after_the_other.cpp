#include <vigil/testing/one_after_the_other.hpp>

#include <gtest/gtest.h>

#include <string>

namespace vigil::testing {
namespace {

// What arrives of two calls, of which the named ones throw their names.
std::string arrives(bool first_throws, bool second_throws) {
  std::string called;
  const auto call = [&called](const char* name, bool throws) {
    called += name;
    if (throws) throw std::string(name);
  };
  try {
    one_after_the_other([&] { call("first", first_throws); }, [&] { call("second", second_throws); });
  } catch (const std::string& thrown) {
    return called + ": " + thrown;
  }
  return called;
}

TEST(OneAfterTheOther, CallsBothAndThrowsAsAJoinDoes) {
  EXPECT_EQ(arrives(false, false), "firstsecond");
  EXPECT_EQ(arrives(true, false), "firstsecond: first");
  EXPECT_EQ(arrives(false, true), "firstsecond: second");
  EXPECT_EQ(arrives(true, true), "firstsecond: first");
}

}  // namespace
}  // namespace vigil::testing
