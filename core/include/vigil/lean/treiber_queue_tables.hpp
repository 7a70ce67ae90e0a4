#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// The order of each atomic operation and fence.
struct TreiberQueueOrders {
  static constexpr std::string_view kPrimitive = "lean/treiber_queue";
  using enum std::memory_order;

  Order<"tqueue.publish", PairsWith<"tqueue.lock", "tqueue.newer">,
        Because<"The thread that takes the task sees the task and its link.">>
      publish = release;
  Order<"tqueue.occupied", PerformanceOnly<"The producer does not read the tasks below its own.">> occupied = relaxed;

  Order<"tqueue.probe", PerformanceOnly<"A guess, which [tqueue.lock] confirms. An `empty` or `busy` was true then.">>
      probe = relaxed;
  Order<"tqueue.lock", PairsWith<"tqueue.publish", "tqueue.unlock">,
        Because<"The consumer sees the tasks, and the cache.">>
      lock = acquire;
  Order<"tqueue.check", PerformanceOnly<"[tqueue.newer] takes what is there.">> check = relaxed;
  Order<"tqueue.newer", PairsWith<"tqueue.publish">, Because<"The consumer sees the tasks that were pushed since.">>
      newer = acquire;

  Order<"tqueue.unlock", PairsWith<"tqueue.lock">, Because<"The cache is written before the next consumer reads it.">>
      unlock = release;
  Order<"tqueue.joined", PerformanceOnly<"It is asked only whether there is a newer task.">> joined = relaxed;
};
inline constexpr TreiberQueueOrders kTreiberQueueOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct TreiberQueueProtocol {
  static constexpr std::string_view kPrimitive = "lean/treiber_queue";

  Choice<"report_tasks_left", Published<"S-42">,
         Because<"Release says whether tasks are left. Published: it says nothing.">>
      report_tasks_left = true;
};
inline constexpr TreiberQueueProtocol kTreiberQueueProtocol{};

}  // namespace vigil::lean
