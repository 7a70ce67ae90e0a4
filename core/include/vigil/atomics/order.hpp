#pragma once

#include <vigil/atomics/grounds.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// A memory order with a label: what a layer learns of an Order.
///
/// \tparam Name the label.
template <Label Name>
struct LabelledAs {
  /// The label.
  static constexpr std::string_view kLabel = Name.view();
  /// The order, for layers that record no executions.
  // NOLINTNEXTLINE(google-explicit-constructor): a table is read as plain memory orders.
  constexpr operator std::memory_order() const { return value; }

  /// The order.
  std::memory_order value;
};

/// A memory order that knows the operation that it belongs to, and why it is there.
///
/// No algorithm in Vigil spells a memory order at a call. Each primitive has one aggregate, its *order table*, in
/// `<primitive>_tables.hpp`, with one Order for every atomic operation and fence that the primitive performs. Its
/// constant `kPrimitive` names the header that it belongs to.
///
/// The label is part of the type. So a table with another order in one place is one line,
/// `ChaseLevOrders{.steal_fence = std::memory_order_relaxed}`, and a trace prints `[steal.fence]` although the
/// algorithm passes no name along.
///
/// A table reaches its primitive as a reference template parameter. Production passes a `constexpr` object: every order
/// is a constant to the compiler. A model passes a mutable object and weakens entries between runs.
///
/// \snippet atomics/order.cpp example
/// \tparam Name the label, "steal.fence".
/// \tparam Grounds PairsWith, Because, PerformanceOnly, Uniformity and BeyondTheModels, each at most once.
template <Label Name, class... Grounds>
struct Order : LabelledAs<Name> {
  /// The grounds, for programs that walk tables.
  static constexpr vigil::Grounds kGrounds = detail::grounds_of<Grounds...>(Name.view());

  /// A default member initialiser in the table names the order.
  // NOLINTNEXTLINE(google-explicit-constructor): a table is written as plain memory orders.
  constexpr Order(std::memory_order order) : LabelledAs<Name>{order} {}
};

/// What a layer that records executions takes in place of `std::memory_order`: the order, and its label if it has one.
struct LabelledOrder {
  static_assert(sizeof(std::memory_order) == sizeof(unsigned));
  // NOLINTBEGIN(google-explicit-constructor): accepts both kinds at the same call.
  /// Has no label.
  constexpr LabelledOrder(std::memory_order plain) : value(plain) {}
  /// Has the label of the entry.
  template <Label Name>
  constexpr LabelledOrder(LabelledAs<Name> order) : value(order.value), label(LabelledAs<Name>::kLabel) {}
  // NOLINTEND(google-explicit-constructor)

  /// The order.
  std::memory_order value;
  /// Always 0. It takes the place of padding, because a layer may compare the stacks of threads byte by byte.
  unsigned unused = 0;
  /// Empty if there is none.
  std::string_view label{};
};

}  // namespace vigil
