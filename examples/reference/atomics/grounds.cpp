#include <vigil/atomics/entries.hpp>
#include <vigil/atomics/grounds.hpp>
#include <vigil/atomics/order.hpp>

#include <gtest/gtest.h>

#include <atomic>

TEST(GroundsReference, SayWhyAnOrderIsWhatItIs) {
  //! [example]
  struct DoorOrders {
    vigil::Order<"door.open", vigil::PairsWith<"door.enter">,
                 vigil::Because<"A thread that enters sees what was put there before the door was opened.">>
        open = std::memory_order_release;
    vigil::Order<"door.enter", vigil::PairsWith<"door.open">> enter = std::memory_order_acquire;
    vigil::Order<"door.count", vigil::PerformanceOnly<"It only counts.">> count = std::memory_order_relaxed;
  };

  const auto grounds = vigil::entries::grounds_of<DoorOrders>();
  EXPECT_EQ(grounds[0].label, "door.open");
  EXPECT_EQ(grounds[0].partner_count, 1U);
  EXPECT_EQ(grounds[0].partners[0], "door.enter");
  EXPECT_EQ(grounds[1].reason, "");
  EXPECT_EQ(grounds[2].performance_only, "It only counts.");
  //! [example]
}
