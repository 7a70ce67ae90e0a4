#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// The order of each atomic operation and fence.
struct PoolOrders {
  static constexpr std::string_view kPrimitive = "lean/thread_pool";
  using enum std::memory_order;

  Order<"lean.enter", PerformanceOnly<"An entry guards nothing by itself.">> enter = relaxed;
  Order<"lean.refused", PerformanceOnly<"A caller that is refused uses nothing of the pool.">> refused = relaxed;
  Order<"lean.leave", PairsWith<"lean.close", "lean.leave">,
        Because<"The thread that shuts the others down comes after all callers that have scheduled. If it is the last "
                "caller to leave, it comes after the thread that closed, too.">>
      leave = acq_rel;
  Order<"lean.close", PairsWith<"lean.leave">, Because<"As [lean.leave].">> close = acq_rel;

  Order<"lean.claim", PairsWith<"lean.unclaim">, Because<"A thread slot is used again after a start that failed.">>
      claim = acquire;
  Order<"lean.unclaim", PairsWith<"lean.claim">,
        Because<"The next start in the thread slot comes after what the failed start did there.">>
      unclaim = release;

  Order<"lean.known",
        PerformanceOnly<"A thief that misses a worker misses its tasks, and is notified of them again. It sees each "
                        "worker whose tasks its token stands for, by [sync.post] and [sync.search].">>
      known = relaxed;
  Order<"lean.grow", PerformanceOnly<"As [lean.known].">> grow = relaxed;
};
inline constexpr PoolOrders kPoolOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct PoolProtocol {
  static constexpr std::string_view kPrimitive = "lean/thread_pool";

  Choice<"distinguish_pools", Published<"S-54">,
         Because<"A worker that schedules on another pool is a caller from outside. Published: any worker pushes into "
                 "its own ring.">>
      distinguish_pools = true;
  Choice<"report_refill", Published<"S-42", "S-50">,
         Because<"A worker that filled its ring from elsewhere, or left tasks behind, wakes another one before it runs "
                 "a task. Published: it does not.">>
      report_refill = true;
};
inline constexpr PoolProtocol kPoolProtocol{};

}  // namespace vigil::lean
