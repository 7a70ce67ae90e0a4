#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct CountLatchOrders {
  static constexpr std::string_view kPrimitive = "latch/count_latch";
  using enum std::memory_order;

  Order<"count.down", PairsWith<"count.probe">,
        Because<"A thread that sees the latch open sees everything that was done before each count_down. All changes "
                "are read-modify-writes, so each continues the release sequences of those before it.">>
      down = release;
  Order<"count.up", PerformanceOnly<"The caller holds a count, so the latch does not open meanwhile.">> up = relaxed;

  Order<"count.probe", PairsWith<"count.down", "count.finish">,
        Because<"A thread that sees the latch open sees everything that was done before.">>
      probe = acquire;
  Order<"count.announce", PerformanceOnly<"There is one location, and the waiter probes it again when it wakes.">>
      announce = relaxed;
  Order<"count.refused", PerformanceOnly<"The waiter probes again.">> refused = relaxed;
  Order<"count.sleep", PerformanceOnly<"As [count.refused].">> sleep = relaxed;

  Order<"count.finish", PairsWith<"count.probe">,
        Because<"The notification is over before the waiter leaves and may destroy the latch.">>
      finish = release;
};
inline constexpr CountLatchOrders kCountLatchOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct CountLatchProtocol {
  static constexpr std::string_view kPrimitive = "latch/count_latch";

  Choice<"block_only_if_announced", Published<"S-27">,
         Because<"A waiter blocks only if it has announced itself. Published: it also blocks if its announcement was "
                 "refused, unless the count is zero.">>
      block_only_if_announced = true;
  Choice<"stay_while_closing", Published<"S-24">,
         Because<"A waiter stays until the last count_down has finished its notification. Published: the waiter leaves "
                 "when the count is zero.">>
      stay_while_closing = true;
};
inline constexpr CountLatchProtocol kCountLatchProtocol{};

}  // namespace vigil
