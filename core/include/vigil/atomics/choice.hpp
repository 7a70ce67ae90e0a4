#pragma once

#include <vigil/atomics/grounds.hpp>

#include <string_view>

namespace vigil {

/// One of two ways that an algorithm could go: right, or as published with a defect.
///
/// The choices of a primitive stand in its protocol table, beside its order table. Each is one expression at its place
/// in the algorithm, and its name is the member's. Production passes a `constexpr` table with the defaults, so that the
/// compiler drops the other side. A model flips a choice and shows what breaks.
///
/// \snippet atomics/choice.cpp example
/// \tparam Name the name of the member.
/// \tparam Grounds Published, Because and Equivalent, each at most once.
template <Label Name, class... Grounds>
struct Choice {
  /// What reports call the choice.
  static constexpr std::string_view kLabel = Name.view();
  /// The grounds, for programs that walk tables.
  static constexpr vigil::Grounds kGrounds = detail::grounds_of<Grounds...>(Name.view());

  // NOLINTBEGIN(google-explicit-constructor): a table is written, and read, as plain truth values.
  /// Takes one side. A default member initialiser in the table names the right one.
  constexpr Choice(bool made) : value(made) {}
  /// The side that was taken.
  constexpr operator bool() const { return value; }
  // NOLINTEND(google-explicit-constructor)

  /// The side that was taken.
  bool value;
};

}  // namespace vigil
