#pragma once

#include <vigil/checker/checked_variables.hpp>
#include <vigil/checker/standard/object.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace vigil::checker::standard::detail {

template <class T>
inline constexpr bool kFitsIntoWord = sizeof(T) <= sizeof(std::uint64_t);

template <class T>
inline constexpr std::uint64_t kMask = ~std::uint64_t{0} >> (kFitsIntoWord<T> ? 64 - 8 * sizeof(T) : 0);

// Padding takes no part in a compare-exchange [atomics.types.operations]. Only g++ can clear it.
template <class T>
void clear_padding([[maybe_unused]] T& value) noexcept {
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
  if constexpr (!std::has_unique_object_representations_v<T>) __builtin_clear_padding(&value);
#endif
#endif
}

template <class T>
[[nodiscard]] std::uint64_t encode(T value) noexcept {
  clear_padding(value);
  if constexpr (kFitsIntoWord<T>)
    return hooks::encode(value);
  else
    return hooks::number_of(&value, sizeof(T));
}

template <class T>
[[nodiscard]] T decode(std::uint64_t bits) noexcept {
  if constexpr (kFitsIntoWord<T>) {
    return hooks::decode<T>(bits);
  } else {
    std::remove_const_t<T> value;
    std::memcpy(static_cast<void*>(&value), hooks::value_of(bits), sizeof(T));
    return value;
  }
}

template <class T>
[[nodiscard]] hooks::Beginning beginning_as(T value) noexcept {
  return {hooks::ObjectKind::atomic, kFitsIntoWord<T> ? hooks::type_of<T>() : hooks::ValueType{}, encode(value)};
}

}  // namespace vigil::checker::standard::detail
