// The grounds of an entry say what its author wrote beside it. Tables are constants: most is asserted at compile time.

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/grounds.hpp>
#include <vigil/atomics/order.hpp>

#include <gtest/gtest.h>

#include <string_view>

namespace vigil {
namespace {

constexpr Label kText("text");
static_assert(kText.view() == "text");
static_assert(std::string_view(kText.c_str()) == "text");

using Paired = Order<"paired", PairsWith<"one", "other">, Because<"It publishes.">>;
static_assert(Paired::kGrounds.label == "paired");
static_assert(Paired::kGrounds.partner_count == 2);
static_assert(Paired::kGrounds.partners[0] == "one" && Paired::kGrounds.partners[1] == "other");
static_assert(Paired::kGrounds.reason == "It publishes.");
static_assert(Paired::kGrounds.defects == nullptr && Paired::kGrounds.defect_count == 0);
static_assert(Paired::kGrounds.performance_only.empty() && Paired::kGrounds.uniformity.empty() &&
              Paired::kGrounds.beyond_the_models.empty() && Paired::kGrounds.equivalent.empty());

static_assert(Order<"weak", PerformanceOnly<"It counts.">>::kGrounds.performance_only == "It counts.");
static_assert(Order<"strong", Uniformity<"As its neighbours.">>::kGrounds.uniformity == "As its neighbours.");
static_assert(Order<"machine", BeyondTheModels<"Code is patched.">>::kGrounds.beyond_the_models == "Code is patched.");

using Chosen = Choice<"chosen", Published<"S-1", "S-2">>;
static_assert(Chosen::kLabel == "chosen" && Chosen::kGrounds.label == "chosen");
static_assert(Chosen::kGrounds.defect_count == 2);
static_assert(Chosen::kGrounds.defects[0] == "S-1" && Chosen::kGrounds.defects[1] == "S-2");
static_assert(Chosen::kGrounds.partners == nullptr && Chosen::kGrounds.partner_count == 0);
static_assert(Choice<"either", Equivalent<"Both are right.">>::kGrounds.equivalent == "Both are right.");

// The same while the program runs.

TEST(Label, IsTheLiteralWithoutTheNullAtItsEnd) {
  EXPECT_EQ(kText.view(), "text");
  EXPECT_STREQ(kText.c_str(), "text");
}

TEST(Grounds, AreEmptyUnlessTheEntryGivesThem) {
  Grounds grounds{"entry"};
  EXPECT_EQ(grounds.label, "entry");
  EXPECT_EQ(grounds.partners, nullptr);
  EXPECT_EQ(grounds.partner_count, 0U);
  EXPECT_EQ(grounds.defects, nullptr);
  EXPECT_EQ(grounds.defect_count, 0U);
  EXPECT_EQ(grounds.reason, "");
}

TEST(Grounds, AreWhatTheEntryGives) {
  const Grounds grounds = detail::grounds_of<PairsWith<"partner">, Published<"S-1">, Because<"a">, PerformanceOnly<"b">,
                                             Uniformity<"c">, BeyondTheModels<"d">, Equivalent<"e">>("entry");
  EXPECT_EQ(grounds.label, "entry");
  ASSERT_EQ(grounds.partner_count, 1U);
  ASSERT_NE(grounds.partners, nullptr);
  EXPECT_EQ(grounds.partners[0], "partner");
  ASSERT_EQ(grounds.defect_count, 1U);
  ASSERT_NE(grounds.defects, nullptr);
  EXPECT_EQ(grounds.defects[0], "S-1");
  EXPECT_EQ(grounds.reason, "a");
  EXPECT_EQ(grounds.performance_only, "b");
  EXPECT_EQ(grounds.uniformity, "c");
  EXPECT_EQ(grounds.beyond_the_models, "d");
  EXPECT_EQ(grounds.equivalent, "e");
}

TEST(Choice, IsTheSideThatWasTaken) {
  Chosen chosen = true;
  EXPECT_TRUE(chosen);
  chosen = false;
  EXPECT_FALSE(chosen);
}

}  // namespace
}  // namespace vigil
