#pragma once

#include <vigil/atomics/grounds.hpp>

#include <string_view>

namespace vigil {

/// One of two ways that an algorithm could go: right, or as published with a defect.
///
/// The choices of a primitive stand in its protocol table, beside its order table. Each is one expression at its place
/// in the algorithm, and its name is the member's. Production passes a `constexpr` table with the defaults, so that the
/// compiler drops the other side. A model flips a choice and shows what breaks.
template <Label Name, class... Grounds>
struct Choice {
  static constexpr std::string_view kLabel = Name.view();
  static constexpr vigil::Grounds kGrounds = detail::grounds_of<Grounds...>(Name.view());

  // NOLINTBEGIN(google-explicit-constructor): a table is written, and read, as plain truth values.
  constexpr Choice(bool made) : value(made) {}
  constexpr operator bool() const { return value; }
  // NOLINTEND(google-explicit-constructor)

  bool value;
};

}  // namespace vigil
