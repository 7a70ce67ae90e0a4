#pragma once

#include <vigil/atomics/order.hpp>

#include <string_view>

namespace vigil {

// One way or the other that an algorithm could go: a step done or skipped, a published mistake made or fixed.
//
// What can be chosen stands in a protocol table beside the order table of each primitive. Its members are
// `Choice<"name">`, so that whoever walks the tables knows them by name. Production passes a `constexpr` table and uses
// the defaults; a model flips a choice and sees what breaks.
template <Label Name>
struct Choice {
  static constexpr std::string_view kLabel = Name.view();

  // NOLINTBEGIN(google-explicit-constructor): a table is written, and read, as plain truth values.
  constexpr Choice(bool made) : value(made) {}
  constexpr operator bool() const { return value; }
  // NOLINTEND(google-explicit-constructor)

  bool value;
};

}  // namespace vigil
