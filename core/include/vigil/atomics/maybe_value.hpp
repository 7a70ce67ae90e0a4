#pragma once

#include <optional>

namespace vigil {

/// A value or nothing, as `std::optional<T>`, for functions that are passed to `fetch_update`.
///
/// Use it if the instructions matter: g++ 12 keeps a `std::optional` on the stack and stores and loads its flag in each
/// round of the loop. It keeps a MaybeValue in registers, or removes it. `proofs/atomics/zero_overhead` compares the
/// instructions.
///
/// \tparam T a type that can be default-constructed and copied without exceptions: a number, a pointer.
///
/// \snippet atomics/maybe_value.cpp example
template <class T>
class MaybeValue {
 public:
  // NOLINTBEGIN(google-explicit-constructor): so that a function can return either, as with std::optional.
  /// Makes one without a value.
  constexpr MaybeValue(std::nullopt_t) noexcept {}
  /// Makes one with a value.
  constexpr MaybeValue(T value) noexcept : value_(value), has_value_(1) {}
  // NOLINTEND(google-explicit-constructor)

  /// Whether there is a value.
  [[nodiscard]] constexpr bool has_value() const noexcept { return has_value_ != 0; }
  /// The value.
  /// \pre There is one. This is not checked: without a value, the result is `T{}`.
  [[nodiscard]] constexpr T operator*() const noexcept { return value_; }

 private:
  T value_{};
  // g++ 12 would keep a bool in memory too.
  unsigned char has_value_ = 0;
};

}  // namespace vigil
