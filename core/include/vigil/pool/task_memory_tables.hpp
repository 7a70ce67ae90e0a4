#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct TaskMemoryOrders {
  static constexpr std::string_view kPrimitive = "pool/task_memory";
  using enum std::memory_order;

  Order<"memory.give_back", PairsWith<"memory.give_back">,
        Because<"The thread that frees a slab does so after all others have used what was taken from it.">>
      give_back = acq_rel;
};
inline constexpr TaskMemoryOrders kTaskMemoryOrders{};

}  // namespace vigil
