#pragma once

#include <vigil/atomics/grounds.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

// A memory order that knows the operation that it belongs to, and why it is there.
//
// No algorithm in Vigil spells a memory order at a call. Each primitive has one aggregate, its order table, in
// `<primitive>_tables.hpp`. Its members are `Order<"label", grounds...>`: one for every atomic operation and fence that
// the primitive performs.
//
//   struct FlagOrders {
//     static constexpr std::string_view kPrimitive = "example/flag";
//     Order<"flag.set", PairsWith<"flag.probe">, Because<"A thread that sees the flag sees what came before it.">>
//         set = std::memory_order_release;
//   };
//
// The label is part of the type. So a table with another order in one place is one line
// (`ChaseLevOrders{.steal_fence = std::memory_order_relaxed}`), and a trace prints [steal.fence] although the algorithm
// passes no name along.
//
// A table reaches its primitive as a reference template parameter. Production passes a `constexpr` object: every order
// is a constant to the compiler. A model passes a mutable object and weakens entries between runs.

/// A memory order with a label. What a layer learns of an `Order`.
template <Label Name>
struct LabelledAs {
  static constexpr std::string_view kLabel = Name.view();
  // NOLINTNEXTLINE(google-explicit-constructor): a table is read as plain memory orders.
  constexpr operator std::memory_order() const { return value; }
  std::memory_order value;
};

/// The order of the operation that the order table calls `[Name]`.
template <Label Name, class... Grounds>
struct Order : LabelledAs<Name> {
  static constexpr vigil::Grounds kGrounds = detail::grounds_of<Grounds...>(Name.view());

  // NOLINTNEXTLINE(google-explicit-constructor): a table is written as plain memory orders.
  constexpr Order(std::memory_order order) : LabelledAs<Name>{order} {}
};

/// What a layer that records executions takes in place of `std::memory_order`: the order, and its label if it has one.
struct LabelledOrder {
  static_assert(sizeof(std::memory_order) == sizeof(unsigned));
  // NOLINTBEGIN(google-explicit-constructor): accepts both kinds at the same call.
  constexpr LabelledOrder(std::memory_order plain) : value(plain) {}
  template <Label Name>
  constexpr LabelledOrder(LabelledAs<Name> order) : value(order.value), label(LabelledAs<Name>::kLabel) {}
  // NOLINTEND(google-explicit-constructor)

  std::memory_order value;
  // No padding: a layer may compare the stacks of threads byte by byte.
  unsigned unused = 0;
  std::string_view label{};
};

}  // namespace vigil
