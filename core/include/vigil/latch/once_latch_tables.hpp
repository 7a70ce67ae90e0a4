#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct OnceLatchOrders {
  static constexpr std::string_view kPrimitive = "latch/once_latch";
  using enum std::memory_order;

  Order<"once.set", PairsWith<"once.probe">,
        Because<"A thread that sees the latch set sees everything that was done before it was set.">>
      set = release;
  Order<"once.refused", PerformanceOnly<"The setter reads nothing that a waiter has written.">> refused = relaxed;
  Order<"once.wake", PerformanceOnly<"A waiter that sees it checks again. What the setter did is published by "
                                     "[once.end].">>
      wake = relaxed;
  Order<"once.end", PairsWith<"once.probe">,
        Because<"The notification, and what was done before, is over before a waiter leaves and may destroy the "
                "latch.">>
      end = release;

  Order<"once.probe", PairsWith<"once.set", "once.end">,
        Because<"A thread that sees the latch set sees everything that was done before it was set.">>
      probe = acquire;
  Order<"once.announce", PerformanceOnly<"There is one location, and the waiter probes it again when it wakes.">>
      announce = relaxed;
  Order<"once.late", PerformanceOnly<"The waiter probes again.">> late = relaxed;
  Order<"once.sleep", PerformanceOnly<"As [once.late].">> sleep = relaxed;
};
inline constexpr OnceLatchOrders kOnceLatchOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct OnceLatchProtocol {
  static constexpr std::string_view kPrimitive = "latch/once_latch";

  Choice<"wake_before_set", Published<"S-24">,
         Because<"A setter that finds a sleeping waiter first makes the latch waking, notifies, and then sets it. "
                 "Published: it sets the latch and then notifies a waiter that may have destroyed it.">>
      wake_before_set = true;
};
inline constexpr OnceLatchProtocol kOnceLatchProtocol{};

}  // namespace vigil
