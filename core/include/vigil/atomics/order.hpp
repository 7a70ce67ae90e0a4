#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string_view>

namespace vigil {

// A memory order that knows the name of the operation it belongs to.
//
// No algorithm in Vigil spells a memory order at a call. Each primitive has one aggregate, its order table, whose
// members are `Order<"label">`: one for every atomic operation and fence that it performs. The label is part of the
// type, so a table with another order in one place is still one line (`ChaseLevOrders{.steal_fence = relaxed}`), and
// so a trace can say [steal.fence] without the algorithm passing a name along.
//
// A table reaches its primitive as a reference template parameter. Production passes a `constexpr` object, so that
// every order is a constant to the compiler; a model passes a mutable one and weakens entries between runs.

// A string that can be a template argument.
template <std::size_t Size>
struct Label {
  // NOLINTNEXTLINE(google-explicit-constructor): a string literal is meant to convert.
  consteval Label(const char (&text)[Size]) { std::copy_n(text, Size, characters); }
  [[nodiscard]] constexpr std::string_view view() const { return {characters, Size - 1}; }
  [[nodiscard]] constexpr const char* c_str() const { return characters; }
  char characters[Size]{};
};

// The order of the operation that the order table calls `[Name]`.
template <Label Name>
struct Order {
  static constexpr std::string_view kLabel = Name.view();

  // NOLINTBEGIN(google-explicit-constructor): a table is written, and read, as plain memory orders.
  constexpr Order(std::memory_order order) : value(order) {}
  constexpr operator std::memory_order() const { return value; }
  // NOLINTEND(google-explicit-constructor)

  std::memory_order value;
};

// What a layer that records executions takes in place of `std::memory_order`: the order, and its label if it has one.
struct LabelledOrder {
  static_assert(sizeof(std::memory_order) == sizeof(unsigned));
  // NOLINTBEGIN(google-explicit-constructor): accepts both kinds at the same call.
  constexpr LabelledOrder(std::memory_order plain) : value(plain) {}
  template <Label Name>
  constexpr LabelledOrder(Order<Name> order) : value(order.value), label(Order<Name>::kLabel) {}
  // NOLINTEND(google-explicit-constructor)

  std::memory_order value;
  // No padding: a layer may compare the stacks of threads byte by byte.
  unsigned unused = 0;
  std::string_view label{};
};

}  // namespace vigil
