#pragma once

#include <compare>
#include <concepts>
#include <memory>
#include <ostream>
#include <type_traits>

namespace vigil::models::detail {

// A value as Relacy stores, computes and prints it. Relacy prints with `<<`, which an enumeration, a pointer to const
// or a struct may lack, and adds with `+`, which overflows a signed integer where `std::atomic` wraps around.
template <class T>
struct Traced {
  T value{};
  // Equal to nothing: the comparand of a compare-exchange that is to fail.
  bool unequal = false;

  Traced() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): stands for the value itself.
  Traced(T plain) : value(std::move(plain)) {}
  // Relacy clears a variable that has no value yet by assigning 0.
  Traced& operator=(int) {
    value = T{};
    return *this;
  }

  friend bool operator==(const Traced& left, const Traced& right) {
    return !left.unequal && !right.unequal && left.value == right.value;
  }
  friend Traced operator+(const Traced& left, const Traced& right) {
    return from(bits(left.value) + bits(right.value));
  }
  friend Traced operator-(const Traced& left, const Traced& right) {
    return from(bits(left.value) - bits(right.value));
  }
  friend Traced operator&(const Traced& left, const Traced& right) {
    return from(bits(left.value) & bits(right.value));
  }
  friend Traced operator|(const Traced& left, const Traced& right) {
    return from(bits(left.value) | bits(right.value));
  }
  friend Traced operator^(const Traced& left, const Traced& right) {
    return from(bits(left.value) ^ bits(right.value));
  }

  friend std::ostream& operator<<(std::ostream& out, const Traced& traced) {
    if (traced.unequal) return out << "(any)";
    if constexpr (std::same_as<T, bool>)
      return out << (traced.value ? "true" : "false");
    else if constexpr (std::is_enum_v<T>)
      return out << +static_cast<std::underlying_type_t<T>>(traced.value);
    else if constexpr (std::integral<T> && sizeof(T) > 2) {
      // Packed words are read in hexadecimal, counts in decimal.
      constexpr T kLargestCount = 0xffff;
      return traced.value > kLargestCount ? out << "0x" << std::hex << traced.value << std::dec : out << traced.value;
    } else if constexpr (std::is_arithmetic_v<T>)
      return out << +traced.value;
    else if constexpr (std::is_function_v<std::remove_pointer_t<T>>)
      return out << (traced.value == nullptr ? "null" : "(code)");
    else if constexpr (std::is_pointer_v<T>)
      return traced.value == nullptr
                 ? out << "null"
                 : out << '@' << const_cast<const void*>(static_cast<const volatile void*>(traced.value));
    else
      return out << "(a value)";
  }

 private:
  static auto bits(T plain) { return static_cast<unsigned long long>(plain); }
  static Traced from(unsigned long long bits) { return Traced(static_cast<T>(bits)); }
};

}  // namespace vigil::models::detail
