#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace vigil {

/// A string literal that is a template argument.
///
/// \tparam Size the number of its characters, with the null at its end. Deduced.
template <std::size_t Size>
struct Label {
  /// Copies the literal.
  // NOLINTNEXTLINE(google-explicit-constructor): a string literal is meant to convert.
  consteval Label(const char (&text)[Size]) {
    for (std::size_t i = 0; i != Size; ++i) characters[i] = text[i];
  }
  /// The text. Lives as long as the program if the label is a template argument.
  /// \{
  [[nodiscard]] constexpr std::string_view view() const { return {characters, Size - 1}; }
  [[nodiscard]] constexpr const char* c_str() const { return characters; }
  /// \}

  /// The characters, with the null at the end.
  char characters[Size]{};
};

/// The orders of the operations that this one synchronizes with, by their labels. Each of them names this one too.
///
/// This, Because, PerformanceOnly, Uniformity and BeyondTheModels are the grounds of an Order: why it is what it is.
/// Published, Because and Equivalent are those of a Choice. They are data: `vigil orders` prints them, a test checks
/// that partners name each other, and a reader finds them beside the entry of the table.
template <Label... Names>
struct PairsWith {
  /// The labels.
  static constexpr std::array<std::string_view, sizeof...(Names)> kPartners{Names.view()...};
};

/// Why: what would go wrong without it, or what is gained by it.
template <Label Reason>
struct Because {
  /// The text.
  static constexpr std::string_view kReason = Reason.view();
};

/// As weak as an order can be. The reason says why that is enough.
template <Label Reason>
struct PerformanceOnly {
  /// The reason.
  static constexpr std::string_view kPerformanceOnly = Reason.view();
};

/// Stronger than required, on purpose. All models hold with a weaker order.
template <Label Reason>
struct Uniformity {
  /// The reason.
  static constexpr std::string_view kUniformity = Reason.view();
};

/// Required for a reason that no model can show. All models hold with a weaker order.
template <Label Reason>
struct BeyondTheModels {
  /// The reason.
  static constexpr std::string_view kBeyondTheModels = Reason.view();
};

/// The published defects that the other side of a choice is, by their numbers in docs/gallery: "S-11".
template <Label... Defects>
struct Published {
  /// The numbers.
  static constexpr std::array<std::string_view, sizeof...(Defects)> kDefects{Defects.view()...};
};

/// All models hold with the other side of a choice too. The reason says why.
template <Label Reason>
struct Equivalent {
  /// The reason.
  static constexpr std::string_view kEquivalent = Reason.view();
};

/// The grounds of one entry of a table, for programs that walk tables; see entries::grounds_of().
///
/// A text that the entry does not give is empty. All texts and arrays live as long as the program.
///
/// \snippet atomics/grounds.cpp example
struct Grounds {
  std::string_view label;                      ///< Of the entry itself.
  const std::string_view* partners = nullptr;  ///< The labels of PairsWith; null if there are none.
  std::size_t partner_count = 0;               ///< How many they are.
  const std::string_view* defects = nullptr;   ///< The defects of Published; null if there are none.
  std::size_t defect_count = 0;                ///< How many they are.
  std::string_view reason{};                   ///< The text of Because.
  std::string_view performance_only{};         ///< The text of PerformanceOnly.
  std::string_view uniformity{};               ///< The text of Uniformity.
  std::string_view beyond_the_models{};        ///< The text of BeyondTheModels.
  std::string_view equivalent{};               ///< The text of Equivalent.
};

namespace detail {

template <class Ground>
constexpr void note(Grounds& grounds) {
  if constexpr (requires { Ground::kPartners; }) {
    grounds.partners = Ground::kPartners.data();
    grounds.partner_count = Ground::kPartners.size();
  }
  if constexpr (requires { Ground::kDefects; }) {
    grounds.defects = Ground::kDefects.data();
    grounds.defect_count = Ground::kDefects.size();
  }
  if constexpr (requires { Ground::kReason; }) grounds.reason = Ground::kReason;
  if constexpr (requires { Ground::kPerformanceOnly; }) grounds.performance_only = Ground::kPerformanceOnly;
  if constexpr (requires { Ground::kUniformity; }) grounds.uniformity = Ground::kUniformity;
  if constexpr (requires { Ground::kBeyondTheModels; }) grounds.beyond_the_models = Ground::kBeyondTheModels;
  if constexpr (requires { Ground::kEquivalent; }) grounds.equivalent = Ground::kEquivalent;
}

template <class... Each>
constexpr Grounds grounds_of(std::string_view label) {
  Grounds grounds{label};
  (note<Each>(grounds), ...);
  return grounds;
}

}  // namespace detail

}  // namespace vigil
