// Programs that walk tables see every entry of a table, and nothing in what is none.

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/entries.hpp>
#include <vigil/atomics/order.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <string_view>
#include <utility>

namespace vigil {
namespace {

constexpr int kRelaxed = static_cast<int>(std::memory_order_relaxed);
constexpr int kAcquire = static_cast<int>(std::memory_order_acquire);
constexpr int kRelease = static_cast<int>(std::memory_order_release);

struct Orders {
  static constexpr std::string_view kPrimitive = "example/gate";
  Order<"gate.open", PairsWith<"gate.pass">> open = std::memory_order_release;
  Order<"gate.pass", PairsWith<"gate.open">> pass = std::memory_order_acquire;
};
struct OneOrder {
  Order<"only"> only = std::memory_order_release;
};
struct Choices {
  Choice<"first", Because<"It is first.">> first = true;
  Choice<"second"> second = false;
  Choice<"third"> third = true;
  // As large as one order.
  Choice<"fourth"> fourth = true;
};
struct OneChoice {
  Choice<"only"> only = true;
};
struct Number {
  int value = 3;
};
struct Letter {
  char value = 'v';
};

static_assert(entries::kHasOrders<Orders> && entries::kHasOrders<OneOrder>);
static_assert(!entries::kHasOrders<Choices> && !entries::kHasOrders<OneChoice>);
static_assert(!entries::kHasOrders<Number> && !entries::kHasOrders<Letter>);
static_assert(entries::kHasChoices<Choices> && entries::kHasChoices<OneChoice>);
static_assert(!entries::kHasChoices<Orders> && !entries::kHasChoices<Number> && !entries::kHasChoices<Letter>);
static_assert(entries::kCount<Orders> == 2 && entries::kCount<OneOrder> == 1);
static_assert(entries::kCount<Choices> == 4 && entries::kCount<OneChoice> == 1);
static_assert(entries::kCount<Number> == 0 && entries::kCount<Letter> == 0);
static_assert(entries::primitive_of<Orders>() == "example/gate");
static_assert(entries::primitive_of<Choices>().empty());

TEST(Entries, HaveTheirGroundsInTheOrderOfDeclaration) {
  const auto orders = entries::grounds_of<Orders>();
  ASSERT_EQ(orders.size(), 2U);
  EXPECT_EQ(orders[0].label, "gate.open");
  EXPECT_EQ(orders[1].label, "gate.pass");
  EXPECT_EQ(orders[1].partners[0], "gate.open");
  const auto choices = entries::grounds_of<Choices>();
  ASSERT_EQ(choices.size(), 4U);
  EXPECT_EQ(choices[0].reason, "It is first.");
  EXPECT_EQ(choices[3].label, "fourth");
  ASSERT_EQ(entries::grounds_of<OneOrder>().size(), 1U);
  EXPECT_EQ(entries::grounds_of<OneOrder>()[0].label, "only");
}

TEST(Entries, HaveValuesThatCanBeReadAndReplacedOneByOne) {
  EXPECT_EQ(entries::value_at(Orders(), 0), kRelease);
  EXPECT_EQ(entries::value_at(Orders(), 1), kAcquire);
  EXPECT_EQ(entries::value_at(OneOrder(), 0), kRelease);
  EXPECT_EQ(entries::value_at(Choices(), 0), 1);
  EXPECT_EQ(entries::value_at(Choices(), 1), 0);

  const auto weakened = entries::with_value_at(Orders(), 1, kRelaxed);
  EXPECT_EQ(weakened.open, std::memory_order_release);
  EXPECT_EQ(weakened.pass, std::memory_order_relaxed);
  EXPECT_EQ(entries::with_value_at(OneOrder(), 0, kAcquire).only, std::memory_order_acquire);
  const auto flipped = entries::with_value_at(Choices(), 1, 1);
  EXPECT_TRUE(flipped.first && flipped.second && flipped.third && flipped.fourth);
}

TEST(Entries, AreNoneInWhatIsNoTable) {
  EXPECT_TRUE(entries::grounds_of<Number>().empty());
  EXPECT_EQ(entries::value_at(Number(), 0), 0);
  EXPECT_EQ(entries::with_value_at(Number{5}, 0, 1).value, 5) << "a plain copy";
}

TEST(Entries, AreAsManyAsATableCanBeInitialisedFrom) {
  EXPECT_TRUE(entries::detail::has_entries<Orders>(std::make_index_sequence<2>()));
  EXPECT_FALSE(entries::detail::has_entries<Orders>(std::make_index_sequence<3>()));
}

}  // namespace
}  // namespace vigil
