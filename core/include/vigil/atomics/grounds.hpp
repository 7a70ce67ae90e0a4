#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace vigil {

/// A string that can be a template argument.
template <std::size_t Size>
struct Label {
  // NOLINTNEXTLINE(google-explicit-constructor): a string literal is meant to convert.
  consteval Label(const char (&text)[Size]) { std::copy_n(text, Size, characters); }
  [[nodiscard]] constexpr std::string_view view() const { return {characters, Size - 1}; }
  [[nodiscard]] constexpr const char* c_str() const { return characters; }
  char characters[Size]{};
};

// The grounds on which an entry of a table is what it is. They are data: `vigil orders` prints them, a test checks that
// partners name each other, and a reader finds them beside the entry.

/// The orders of the operations that this one synchronizes with, by their labels. Each of them names this one too.
template <Label... Names>
struct PairsWith {
  static constexpr std::array<std::string_view, sizeof...(Names)> kPartners{Names.view()...};
};

/// Why: what would go wrong without it, or what is gained by it.
template <Label Reason>
struct Because {
  static constexpr std::string_view kReason = Reason.view();
};

/// As weak as an order can be. The reason says why that is enough.
template <Label Reason>
struct PerformanceOnly {
  static constexpr std::string_view kPerformanceOnly = Reason.view();
};

/// Stronger than required, on purpose. All models hold with a weaker order.
template <Label Reason>
struct Uniformity {
  static constexpr std::string_view kUniformity = Reason.view();
};

/// Required for a reason that no model can show. All models hold with a weaker order.
template <Label Reason>
struct BeyondTheModels {
  static constexpr std::string_view kBeyondTheModels = Reason.view();
};

/// The defects of the gallery that the other side of a choice is.
template <Label... Defects>
struct Published {
  static constexpr std::array<std::string_view, sizeof...(Defects)> kDefects{Defects.view()...};
};

/// All models hold with the other side of a choice too. The reason says why.
template <Label Reason>
struct Equivalent {
  static constexpr std::string_view kEquivalent = Reason.view();
};

/// The grounds of one entry, for programs that walk tables. A text that the entry does not give is empty; the arrays
/// that it does not give have no elements. `partners` and `defects` live as long as the program.
struct Grounds {
  std::string_view label;
  const std::string_view* partners = nullptr;
  std::size_t partner_count = 0;
  const std::string_view* defects = nullptr;
  std::size_t defect_count = 0;
  std::string_view reason{};
  std::string_view performance_only{};
  std::string_view uniformity{};
  std::string_view beyond_the_models{};
  std::string_view equivalent{};
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
