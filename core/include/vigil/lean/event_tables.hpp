#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// The order of each atomic operation and fence.
struct EventOrders {
  static constexpr std::string_view kPrimitive = "lean/event";
  using enum std::memory_order;

  Order<"event.check", PairsWith<"event.shutdown">,
        Because<"A thread that passes because of the shutdown sees what came before it.">>
      check = acquire;
  Order<"event.take", PairsWith<"event.notify">,
        Because<"The thread that takes the token sees what came before the notify that left it.">>
      take = acquire;
  Order<"event.announce", PerformanceOnly<"There is one location, and the thread checks the word again when it wakes.">>
      announce = relaxed;
  Order<"event.refused", PerformanceOnly<"The word is checked again.">> refused = relaxed;
  Order<"event.sleep", PerformanceOnly<"As [event.refused].">> sleep = relaxed;

  Order<"event.notify", PairsWith<"event.take">,
        Because<"The thread that takes the token sees what came before, also if the token was there already.">>
      notify = release;
  Order<"event.shutdown", PairsWith<"event.check">,
        Because<"Each thread that passes because of the shutdown sees what came before it.">>
      shutdown = release;
};
inline constexpr EventOrders kEventOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct EventProtocol {
  static constexpr std::string_view kPrimitive = "lean/event";

  Choice<
      "rearm_after_blocking", Published<"S-53">,
      Because<"A thread that was blocked leaves `waiting` behind, because others may be blocked still. Published: it "
              "leaves the word empty.">>
      rearm_after_blocking = true;
  Choice<"shutdown_is_final", Published<"S-53">,
         Because<"A notify that comes late leaves the shutdown as it is. Published: an exchange, which undoes it.">>
      shutdown_is_final = true;
};
inline constexpr EventProtocol kEventProtocol{};

}  // namespace vigil::lean
