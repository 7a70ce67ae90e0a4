#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// The order of each atomic operation and fence.
struct TaskOrders {
  static constexpr std::string_view kPrimitive = "lean/task";
  using enum std::memory_order;

  Order<"task.link",
        PerformanceOnly<"Read and written by the one thread that has the task, and published with the task.">>
      link = relaxed;
};
inline constexpr TaskOrders kTaskOrders{};

}  // namespace vigil::lean
