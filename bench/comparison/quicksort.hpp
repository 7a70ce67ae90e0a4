#pragma once

#include <cstddef>
#include <span>
#include <utility>

// The quicksort that every pool in the comparison runs, with the same partition, pivot and cutoff. Pools differ in how
// they schedule the right side of each partition. Source: the benchmark of "Resource efficient Thread Pools with Zig".
namespace vigil::comparison {

// A range up to this length is sorted by insertion, and is no task.
inline constexpr std::size_t kSortedByInsertion = 32;

// Partitions `values` until both sides are long, and returns them. A short side is sorted at once. If the sides are
// empty, all is sorted. Compiled once, so that the alignment of a loop does not differ between pools.
std::pair<std::span<int>, std::span<int>> partition_until_long(std::span<int> values);

// Passes right sides to `fork`, which may run them before it returns, and sorts the rest.
template <class Fork>
void quicksort_leaving(std::span<int> values, Fork fork) {
  for (;;) {
    const auto [left, right] = partition_until_long(values);
    if (left.empty()) return;
    fork(right);
    values = left;
  }
}

inline void quicksort_without_tasks(std::span<int> values) {
  quicksort_leaving(values, [](std::span<int> right) { quicksort_without_tasks(right); });
}

}  // namespace vigil::comparison
