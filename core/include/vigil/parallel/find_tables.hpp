#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct FindOrders {
  static constexpr std::string_view kPrimitive = "parallel/find";
  using enum std::memory_order;

  Order<"find.announce", PerformanceOnly<"What was found goes another way.">> announce = relaxed;
  Order<"find.look", PerformanceOnly<"A job that misses an announcement searches on.">> look = relaxed;
};
inline constexpr FindOrders kFindOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct FindProtocol {
  static constexpr std::string_view kPrimitive = "parallel/find";

  Choice<"give_up_only_behind", Because<"Who looks for the first gives up pieces behind its own only.">>
      give_up_only_behind = true;
};
inline constexpr FindProtocol kFindProtocol{};

}  // namespace vigil
