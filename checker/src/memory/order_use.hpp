#pragma once

#include <vigil/checker/order_change.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

namespace vigil::checker {

// Whether the standard says what an operation does with this order. A load may not release, nor may a failed
// compare-exchange; a store may not acquire. A number that names no order is defined nowhere.
[[nodiscard]] constexpr bool is_defined(OrderUse use, std::memory_order order) {
  constexpr auto bit = [](std::memory_order each) { return 1U << static_cast<unsigned>(each); };
  constexpr unsigned kEither = bit(std::memory_order_relaxed) | bit(std::memory_order_seq_cst);
  constexpr unsigned kLoad = kEither | bit(std::memory_order_consume) | bit(std::memory_order_acquire);
  constexpr unsigned kStore = kEither | bit(std::memory_order_release);
  constexpr unsigned kAll = kLoad | kStore | bit(std::memory_order_acq_rel);
  constexpr std::array<unsigned, 5> kDefined{kLoad, kStore, kAll, kLoad, kAll};
  const auto number = static_cast<unsigned>(order);
  return number < 6 && ((kDefined[static_cast<std::size_t>(use)] >> number) & 1U) != 0;
}

// "read-modify-write", "failed compare-exchange".
[[nodiscard]] std::string_view word_for(OrderUse use);
// "acquire"; "memory_order(17)" for a number that names none.
[[nodiscard]] std::string word_for(std::memory_order order);

// "a store with the order acquire, which is undefined behaviour".
[[nodiscard]] std::string undefined_in_words(OrderUse use, std::memory_order order);

}  // namespace vigil::checker
