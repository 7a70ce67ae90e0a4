#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

// The quicksort that every pool in the comparison runs: one partition, one pivot, one cutoff. Pools differ in how they
// get at the right side of each partition. Source: the benchmark of "Resource efficient Thread Pools with Zig".
namespace vigil::comparison {

// What is no longer than this is sorted by insertion, and is no task.
inline constexpr std::size_t kSortedByInsertion = 32;

inline void sort_by_insertion(std::span<int> values) {
  for (std::size_t end = 1; end < values.size(); ++end) {
    const int value = values[end];
    std::size_t hole = end;
    for (; hole != 0 && value < values[hole - 1]; --hole) values[hole] = values[hole - 1];
    values[hole] = value;
  }
}

// Puts what is below the median of first, middle and last to the left, what is above it to the right. Returns where the
// right side begins; neither is empty. Two values or more.
inline std::size_t partition(std::span<int> values) {
  const int first = values.front();
  const int middle = values[(values.size() - 1) / 2];
  const int last = values.back();
  const int pivot = std::max(std::min(first, middle), std::min(std::max(first, middle), last));
  std::size_t left = 0;
  std::size_t right = values.size() - 1;
  for (;;) {
    while (values[left] < pivot) ++left;
    while (pivot < values[right]) --right;
    if (left >= right) return right + 1;
    std::swap(values[left++], values[right--]);
  }
}

// Partitions `values` until both sides are long, and returns them; a short side is sorted at once. Empty sides: sorted.
inline std::pair<std::span<int>, std::span<int>> partition_until_long(std::span<int> values) {
  while (values.size() > kSortedByInsertion) {
    const std::size_t middle = partition(values);
    const std::span<int> left = values.first(middle);
    const std::span<int> right = values.subspan(middle);
    if (std::min(left.size(), right.size()) > kSortedByInsertion) return {left, right};
    sort_by_insertion(left.size() < right.size() ? left : right);
    values = left.size() < right.size() ? right : left;
  }
  sort_by_insertion(values);
  return {};
}

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
