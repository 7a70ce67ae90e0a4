#pragma once

// Numbers in orders that are hard or easy for sorts, and how often a sort compares them.

#include <vigil/parallel/quick_sort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil::sort_proofs {

using Numbers = std::vector<int>;

// Patterns on which sorts fail: many values, few values, sorted, reversed, organ pipe, all equal.
inline Numbers pattern(int which, std::size_t size, std::uint32_t seed) {
  Numbers values(size);
  for (std::size_t i = 0; i != size; ++i) {
    seed = seed * 1664525 + 1013904223;
    const int up = static_cast<int>(i);
    const int down = static_cast<int>(size - i);
    const int random = static_cast<int>(seed >> 8);
    const int patterns[] = {random, random % 3, up, down, std::min(up, down), 7, i % 100 == 0 ? random : up};
    values[i] = patterns[which];
  }
  return values;
}
inline constexpr int kPatterns = 7;

// Numbers from 0 in ascending order.
inline Numbers ascending(std::size_t size) {
  Numbers values(size);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

// Numbers from 0 in an order that a seed gives.
inline Numbers shuffled(std::size_t size, std::uint32_t seed) {
  Numbers values = ascending(size);
  for (std::size_t i = size; i > 1; --i) {
    seed = seed * 1664525 + 1013904223;
    std::swap(values[i - 1], values[(seed >> 8) % i]);
  }
  return values;
}

// How often `sort(values, less)` compares these values.
template <class Sort>
std::int64_t comparisons_of(Numbers values, const Sort& sort) {
  std::int64_t comparisons = 0;
  const auto counting = [&](int a, int b) {
    ++comparisons;
    return a < b;
  };
  sort(values, counting);
  EXPECT_TRUE(std::ranges::is_sorted(values));
  return comparisons;
}

template <class Less>
using QuickSort = detail::QuickSort<Numbers::iterator, std::remove_cvref_t<Less>>;

// Sorts on one thread. As many pivots may be bad as in a sort of a pool, or as many as the caller says.
inline constexpr auto kAlone = [](Numbers& values, const auto& less) {
  const QuickSort<decltype(less)> sort(less);
  sort.run(values.begin(), values.end(), sort.bad_pivots_allowed(values.begin(), values.end()));
};
inline auto alone_with(std::size_t bad_pivots) {
  return [=](Numbers& values, const auto& less) {
    QuickSort<decltype(less)>(less).run(values.begin(), values.end(), bad_pivots);
  };
}

}  // namespace vigil::sort_proofs
