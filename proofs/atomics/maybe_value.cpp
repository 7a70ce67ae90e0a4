#include <vigil/atomics/maybe_value.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace vigil {
namespace {

static_assert(MaybeValue<int>(3).has_value());
static_assert(!MaybeValue<int>(std::nullopt).has_value());

TEST(MaybeValue, HasTheValueThatItWasMadeFrom) {
  const MaybeValue<int> three = 3;
  EXPECT_TRUE(three.has_value());
  EXPECT_EQ(*three, 3);
  const MaybeValue<int> zero = 0;
  EXPECT_TRUE(zero.has_value()) << "zero is a value";
}

TEST(MaybeValue, IsNothingIfMadeFromNullopt) {
  const MaybeValue<int> nothing = std::nullopt;
  EXPECT_FALSE(nothing.has_value());
  EXPECT_EQ(*nothing, 0);
}

}  // namespace
}  // namespace vigil
