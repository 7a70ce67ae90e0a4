#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace vigil::checker {

/// What an operation uses a memory order for.
enum class OrderUse : std::uint8_t {
  load,               ///< Of a load, and of a wait for a value.
  store,              ///< Of a store.
  read_modify_write,  ///< Of an RMW, and of a compare-exchange that succeeds.
  failure,            ///< Of a compare-exchange that fails.
  fence,              ///< Of a fence.
};

/// Another order for an operation of a model or program, to find out what would become of it. See
/// Options::order_changes.
///
/// It is for all operations with the same label, use and order; or, where they have no label, for those of the same
/// line with the same use and order.
///
/// \snippet checker/order_change.cpp example
struct OrderChange {
  std::string label;                                   ///< The label in the order table; empty if there is none.
  std::string file;                                    ///< As TraceStep::file has it. Not compared if there is a label.
  unsigned line = 0;                                   ///< Not compared if there is a label.
  OrderUse use = OrderUse::load;                       ///< What the operation uses the order for.
  std::memory_order from = std::memory_order_relaxed;  ///< The order that the operation has.
  std::memory_order to = std::memory_order_relaxed;    ///< The order that it gets.

  /// Compares the values.
  friend bool operator==(const OrderChange&, const OrderChange&) = default;
};

}  // namespace vigil::checker
