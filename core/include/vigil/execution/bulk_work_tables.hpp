#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::execution {

/// The order of each atomic operation and fence.
struct BulkOrders {
  static constexpr std::string_view kPrimitive = "execution/bulk_work";
  using enum std::memory_order;

  Order<"bulk.claim", PerformanceOnly<"A piece is claimed once because each claim is a read-modify-write. What the "
                                      "calls need was written before their runner was started.">>
      claim = relaxed;
  Order<"bulk.check", PerformanceOnly<"A runner that sees an old value starts a runner that finds nothing.">> check =
      relaxed;
  Order<"bulk.give_up", PerformanceOnly<"As [bulk.claim]. A runner that has claimed a piece before does it.">> give_up =
      relaxed;
  Order<"bulk.failed", PerformanceOnly<"It decides whose exception is kept. The last runner reads the exception, and "
                                       "has synchronised with all others by then.">>
      failed = relaxed;
  Order<"bulk.stopped", PerformanceOnly<"Read by the last runner, as the exception is.">> stopped = relaxed;
  Order<"bulk.join", PerformanceOnly<"The runner that starts another one is counted itself.">> join = relaxed;
  Order<"bulk.leave", PairsWith<"bulk.leave">,
        Because<"The runner that leaves last completes the operation: with what all the others did before they left, "
                "and when none of them accesses it any more.">>
      leave = acq_rel;
};
inline constexpr BulkOrders kBulkOrders{};

}  // namespace vigil::execution
