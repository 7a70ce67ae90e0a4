#pragma once

#include <optional>

namespace vigil {

// A value, or nothing: what `std::optional<T>` says, for the functions that core gives to `fetch_update`.
//
// g++ 12 keeps an optional on the stack, and writes and reads back there in each round whether it has a value. This one
// it keeps in registers, or not at all: `proofs/atomics/zero_overhead` compares the instructions.
template <class T>
class MaybeValue {
 public:
  // NOLINTBEGIN(google-explicit-constructor): what a function returns, as with std::optional.
  constexpr MaybeValue(std::nullopt_t) noexcept {}
  constexpr MaybeValue(T value) noexcept : value_(value), has_value_(1) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] constexpr bool has_value() const noexcept { return has_value_ != 0; }
  // The value. Only if there is one.
  [[nodiscard]] constexpr T operator*() const noexcept { return value_; }

 private:
  T value_{};
  // Not a bool: that one g++ 12 would keep in memory too.
  unsigned char has_value_ = 0;
};

}  // namespace vigil
