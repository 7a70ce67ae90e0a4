#pragma once

#include <cstddef>
#include <span>
#include <utility>

// The quicksort that every pool in the comparison runs: one partition, one pivot, one cutoff. Pools differ in how they
// get at the right side of each partition. Source: the benchmark of "Resource efficient Thread Pools with Zig".
namespace vigil::comparison {

// What is no longer than this is sorted by insertion, and is no task.
inline constexpr std::size_t kSortedByInsertion = 32;

// Partitions `values` until both sides are long, and returns them; a short side is sorted at once. Empty sides: sorted.
// Compiled once: what two pools differ in shall not be how the compiler aligned a loop.
std::pair<std::span<int>, std::span<int>> partition_until_long(std::span<int> values);

// Hands right sides to `fork`, which may run them before it returns, and sorts what is left.
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
