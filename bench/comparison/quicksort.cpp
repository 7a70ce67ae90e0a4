#include <algorithm>
#include <comparison/quicksort.hpp>

namespace vigil::comparison {
namespace {

void sort_by_insertion(std::span<int> values) {
  for (std::size_t end = 1; end < values.size(); ++end) {
    const int value = values[end];
    std::size_t hole = end;
    for (; hole != 0 && value < values[hole - 1]; --hole) values[hole] = values[hole - 1];
    values[hole] = value;
  }
}

// Partitions two or more values by the median of first, middle and last. Returns where the right side begins. Neither
// side is empty.
std::size_t partition(std::span<int> values) {
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

}  // namespace

std::pair<std::span<int>, std::span<int>> partition_until_long(std::span<int> values) {
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

}  // namespace vigil::comparison
