#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct ScopeOrders {
  static constexpr std::string_view kPrimitive = "pool/scope";
  using enum std::memory_order;

  Order<"scope.spawn", PerformanceOnly<"The thread that spawns holds a count.">> spawn = relaxed;
  Order<"scope.done", PairsWith<"scope.done">,
        Because<"The thread that takes the last count off passes on, through the latch, what all the others did before "
                "they took theirs.">>
      done = acq_rel;
  Order<"scope.failed", PerformanceOnly<"It decides who keeps its exception; the owner reads that after the latch.">>
      failed = relaxed;
};
inline constexpr ScopeOrders kScopeOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct ScopeProtocol {
  static constexpr std::string_view kPrimitive = "pool/scope";

  Choice<"count_before_push", Because<"A task counts before a thief can come upon it.">> count_before_push = true;
  Choice<"destroy_before_done", Published<"S-24">,
         Because<"A task, with all that it holds of the frame, is gone before it is taken off the count.">>
      destroy_before_done = true;
  Choice<"wait_after_exception", Published<"S-26">,
         Because<"A scope whose body throws waits for its tasks all the same.">>
      wait_after_exception = true;
  Choice<"count_off_failed", Published<"S-26">, Because<"A task that throws is taken off the count all the same.">>
      count_off_failed = true;
};
inline constexpr ScopeProtocol kScopeProtocol{};

}  // namespace vigil
