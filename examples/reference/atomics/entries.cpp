#include <vigil/atomics/entries.hpp>
#include <vigil/atomics/order.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>

TEST(EntriesReference, GiveAProgramAccessToATableOfAnyType) {
  //! [example]
  struct GateOrders {
    vigil::Order<"gate.open"> open = std::memory_order_release;
    vigil::Order<"gate.pass"> pass = std::memory_order_acquire;
  };
  namespace entries = vigil::entries;

  EXPECT_TRUE(entries::kHasOrders<GateOrders>);
  // One order after the other is weakened.
  const auto grounds = entries::grounds_of<GateOrders>();
  for (std::size_t i = 0; i != entries::kCount<GateOrders>; ++i) {
    const auto weaker = entries::with_value_at(GateOrders(), i, static_cast<int>(std::memory_order_relaxed));
    EXPECT_NE(entries::value_at(weaker, i), entries::value_at(GateOrders(), i)) << grounds[i].label;
  }
  //! [example]
}
