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
                "they took theirs off.">>
      done = acq_rel;
  Order<"scope.failed",
        PerformanceOnly<"It decides whose exception is kept. The owner reads the exception after the latch.">>
      failed = relaxed;
};
inline constexpr ScopeOrders kScopeOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct ScopeProtocol {
  static constexpr std::string_view kPrimitive = "pool/scope";

  Choice<"wait_after_exception", Published<"S-26">,
         Because<"A scope whose body throws waits for its tasks, as any other. Published: it is left at once.">>
      wait_after_exception = true;
};
inline constexpr ScopeProtocol kScopeProtocol{};

}  // namespace vigil
