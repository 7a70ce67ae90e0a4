#include <vigil/atomics/order.hpp>

#include <gtest/gtest.h>

#include <atomic>

namespace vigil {
namespace {

struct ExampleOrders {
  Order<"example.write"> write = std::memory_order_release;
  Order<"example.read"> read = std::memory_order_acquire;
};

constexpr ExampleOrders kExampleOrders{};
constexpr ExampleOrders kWeakened{.read = std::memory_order_relaxed};
ExampleOrders mutable_orders;

template <const ExampleOrders& Orders>
LabelledOrder read_order() {
  return Orders.read;
}

TEST(OrderTable, IsAConstantInProduction) {
  static_assert(kExampleOrders.read == std::memory_order_acquire);
  EXPECT_EQ(read_order<kExampleOrders>().value, std::memory_order_acquire);
}

TEST(OrderTable, WithOneWeakerEntryIsOneLineAndLeavesTheOthers) {
  EXPECT_EQ(kWeakened.write, std::memory_order_release);
  EXPECT_EQ(read_order<kWeakened>().value, std::memory_order_relaxed);
}

TEST(OrderTable, CanBeWeakenedBetweenRunsOfAModel) {
  mutable_orders.read = std::memory_order_relaxed;
  EXPECT_EQ(read_order<mutable_orders>().value, std::memory_order_relaxed);
  mutable_orders = {};
  EXPECT_EQ(read_order<mutable_orders>().value, std::memory_order_acquire);
}

TEST(OrderTable, GivesEachOrderItsLabel) {
  EXPECT_EQ(read_order<kExampleOrders>().label, "example.read");
  EXPECT_EQ(LabelledOrder(std::memory_order_seq_cst).label, "");
}

TEST(OrderTable, IsReadAsPlainOrders) {
  mutable_orders = {};
  const std::memory_order write = mutable_orders.write;
  EXPECT_EQ(write, std::memory_order_release);
  EXPECT_EQ(mutable_orders.read, std::memory_order_acquire);
}

TEST(LabelledOrder, HasNoPadding) {
  const std::memory_order plain = mutable_orders.write;
  EXPECT_EQ(LabelledOrder(plain).unused, 0U) << "stacks are compared byte by byte";
  EXPECT_EQ(LabelledOrder(mutable_orders.write).unused, 0U);
}

}  // namespace
}  // namespace vigil
