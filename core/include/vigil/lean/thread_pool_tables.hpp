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
        Because<"The thread that shuts the others down comes after all that have scheduled, and, if it is the last one "
                "to leave, after the thread that closed.">>
      leave = acq_rel;
  Order<"lean.close", PairsWith<"lean.leave">, Because<"As there.">> close = acq_rel;
  Order<"lean.claim", PairsWith<"lean.unclaim">, Because<"A berth is used again after a start that failed.">> claim =
      acquire;
  Order<"lean.unclaim", PairsWith<"lean.claim">, Because<"What the failed start did to the berth was before.">>
      unclaim = release;
  Order<"lean.known", PerformanceOnly<"A thief that misses a worker misses its tasks, for which it is told again; what "
                                      "it was told for it sees, by [sync.post] and [sync.search].">>
      known = relaxed;
  Order<"lean.grow", PerformanceOnly<"As [lean.known].">> grow = relaxed;
};
inline constexpr PoolOrders kPoolOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct PoolProtocol {
  static constexpr std::string_view kPrimitive = "lean/thread_pool";

  Choice<"lean_refuse_after_shutdown", Published<"S-51">,
         Because<"What comes after the shutdown is refused. Published: it is left where nobody looks any more.">>
      refuse_after_stop = true;
  Choice<"shut_down_when_empty", Published<"S-44">,
         Because<"The threads are shut down when nobody is about to schedule. Published: at once.">>
      shut_down_when_empty = true;
  Choice<"lean_know_the_pool", Published<"S-54">,
         Because<"Who schedules on another pool is told from who schedules on its own. Published: any worker pushes "
                 "into the ring that it has.">>
      know_the_pool = true;
  Choice<"tell_of_refill", Published<"S-42", "S-50">,
         Because<"A worker that has filled its ring from elsewhere, or left tasks behind, says so before it runs one.">>
      tell_of_refill = true;
  Choice<"look_outside", Published<"S-47">, Because<"There is a queue for who is no worker, and workers look there.">>
      look_outside = true;
  Choice<
      "stand_in_is_worker", Published<"S-41">,
      Because<"A caller that stands in for a thread is a worker meanwhile: what its tasks schedule is never refused.">>
      stand_in_is_worker = true;
};
inline constexpr PoolProtocol kPoolProtocol{};

}  // namespace vigil::lean
