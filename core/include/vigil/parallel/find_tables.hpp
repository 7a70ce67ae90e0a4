#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct FindOrders {
  static constexpr std::string_view kPrimitive = "parallel/find";
  using enum std::memory_order;

  Order<"find.announce", PerformanceOnly<"What was found reaches the caller through the joins.">> announce = relaxed;
  Order<"find.check", PerformanceOnly<"A worker that misses an announcement searches on.">> check = relaxed;
};
inline constexpr FindOrders kFindOrders{};

}  // namespace vigil
