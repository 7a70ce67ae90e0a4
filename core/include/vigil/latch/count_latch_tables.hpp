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
        Because<"A thread that sees the latch open sees all done before each count_down. All changes are "
                "read-modify-writes, so each continues the release sequences of those before it.">>
      down = release;
  Order<"count.up", PerformanceOnly<"The caller holds a count, so the latch does not open meanwhile.">> up = relaxed;
  Order<"count.probe", PairsWith<"count.down", "count.finish">,
        Because<"An open latch is seen with all that came before.">>
      probe = acquire;
  Order<"count.announce", PerformanceOnly<"One location, and the waiter looks again when it wakes.">> announce =
      relaxed;
  Order<"count.refused", PerformanceOnly<"The waiter looks again.">> refused = relaxed;
  Order<"count.sleep", PerformanceOnly<"As [count.refused].">> sleep = relaxed;
  Order<"count.finish", PairsWith<"count.probe">, Because<"The notification is over before the waiter goes.">> finish =
      release;
};
inline constexpr CountLatchOrders kCountLatchOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct CountLatchProtocol {
  static constexpr std::string_view kPrimitive = "latch/count_latch";

  Choice<"block_only_if_announced", Published<"S-27">,
         Because<"A waiter blocks only if it has announced itself. Published: also if it was refused, unless the count "
                 "is zero.">>
      block_only_if_announced = true;
  Choice<"notify_before_opening", Published<"S-24">,
         Because<"The notification comes before the latch is open. Published: after it.">>
      notify_before_opening = true;
  Choice<"stay_while_closing", Published<"S-24">,
         Because<"A waiter stays until whoever notifies it has finished. Published: it goes when the count is zero.">>
      stay_while_closing = true;
  Choice<"notify_announced", Because<"The last count_down notifies a waiter that has announced itself.">>
      notify_announced = true;
};
inline constexpr CountLatchProtocol kCountLatchProtocol{};

}  // namespace vigil
