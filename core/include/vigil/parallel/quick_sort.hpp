#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace vigil::detail {

// Both partitions move the elements for which `belongs_left` is true before the others, without a branch on what it
// says. A processor cannot predict where the next random element belongs: a branch would be wrong every second time,
// which costs more than all else that a sort does.

// Exchanges each element with the first of the right side, whichever side it belongs to, and then moves the boundary by
// one place or none. Two copies for each element: for elements that are cheap to copy. What is on its side already at
// either end stays there. Otherwise each partition would put elements out of a good order.
//
// Returns where the right side begins.
//
// Source: Lomuto's scheme without branches, as in A. Alexandrescu, Lomuto's Comeback (2020).
template <class Iterator, class Predicate>
[[nodiscard]] Iterator lomuto_partition(Iterator first, Iterator last, const Predicate& belongs_left) {
  while (first != last && belongs_left(*first)) ++first;
  if (first == last) return last;
  do {
    if (--last == first) return first;
  } while (!belongs_left(*last));
  std::ranges::iter_swap(first, last);
  Iterator right = std::next(first);
  for (Iterator it = right; it != last; ++it) {
    std::iter_value_t<Iterator> element = std::ranges::iter_move(it);
    const bool is_left = belongs_left(element);
    *it = std::ranges::iter_move(right);
    *right = std::move(element);
    right += is_left ? 1 : 0;
  }
  return right;
}

// Each side has a block of elements at its outer end. The offsets of those that belong to the other side are noted
// first, and then exchanged with as many of the other block. So each element moves once at most.
//
// Source: Edelkamp and Weiß, BlockQuicksort: Avoiding Branch Mispredictions in Quicksort (2016).
template <class Iterator, class Predicate>
class BlockPartition {
  using Distance = std::iter_difference_t<Iterator>;

 public:
  BlockPartition(Iterator first, Iterator last, const Predicate& belongs_left)
      : first_(first), last_(last), belongs_left_(belongs_left) {}

  // Returns where the right side begins.
  [[nodiscard]] Iterator run() {
    for (bool is_last = false; !is_last;) {
      is_last = last_ - first_ <= 2 * kBlock;
      if (is_last) divide_the_rest();
      if (left_.is_empty()) note_left();
      if (right_.is_empty()) note_right();
      change_sides(std::min(left_.size(), right_.size()));
      if (left_.is_empty()) first_ += left_size_;
      if (right_.is_empty()) last_ -= right_size_;
    }
    return divide_last_block();
  }

 private:
  static constexpr Distance kBlock = 128;

  // Where in its block elements are that belong to the other side.
  struct Offsets {
    // Not of a character type: with one, each store could change any element for all that a compiler knows.
    std::array<std::uint16_t, static_cast<std::size_t>(kBlock)> offsets;
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] bool is_empty() const { return begin == end; }
    [[nodiscard]] std::size_t size() const { return end - begin; }
    [[nodiscard]] Distance operator[](std::size_t i) const { return offsets[begin + i]; }
    Distance take_last() { return offsets[--end]; }
  };

  // The last two blocks have what there is; one whose offsets are noted keeps its size.
  void divide_the_rest() {
    const Distance rest = last_ - first_;
    if (!left_.is_empty()) {
      right_size_ = rest - left_size_;
    } else if (!right_.is_empty()) {
      left_size_ = rest - right_size_;
    } else {
      left_size_ = rest / 2;
      right_size_ = rest - left_size_;
    }
  }

  void note_left() {
    left_.begin = left_.end = 0;
    Iterator it = first_;
    for (Distance i = 0; i != left_size_; ++i, ++it) {
      left_.offsets[left_.end] = static_cast<std::uint16_t>(i);
      left_.end += belongs_left_(*it) ? 0 : 1;
    }
  }
  void note_right() {
    right_.begin = right_.end = 0;
    Iterator it = last_;
    for (Distance i = 1; i <= right_size_; ++i) {
      --it;
      right_.offsets[right_.end] = static_cast<std::uint16_t>(i);
      right_.end += belongs_left_(*it) ? 1 : 0;
    }
  }

  // In a circle, which moves each element once.
  void change_sides(std::size_t pairs) {
    if (pairs == 0) return;
    Iterator hole = first_ + left_[0];
    std::iter_value_t<Iterator> kept = std::ranges::iter_move(hole);
    for (std::size_t i = 0; i != pairs; ++i) {
      const Iterator from_right = last_ - right_[i];
      *hole = std::ranges::iter_move(from_right);
      hole = from_right;
      if (i + 1 == pairs) break;
      const Iterator from_left = first_ + left_[i + 1];
      *hole = std::ranges::iter_move(from_left);
      hole = from_left;
    }
    *hole = std::move(kept);
    left_.begin += pairs;
    right_.begin += pairs;
  }

  // One block is left between the sides. What belongs to the other side goes to its end there, the nearest first.
  [[nodiscard]] Iterator divide_last_block() {
    const Iterator begin = first_;
    const Iterator end = last_;
    if (left_.is_empty()) {
      while (!right_.is_empty()) std::ranges::iter_swap(end - right_.take_last(), first_++);
      return first_;
    }
    while (!left_.is_empty()) std::ranges::iter_swap(begin + left_.take_last(), --last_);
    return last_;
  }

  Iterator first_;
  Iterator last_;
  const Predicate& belongs_left_;
  Distance left_size_ = kBlock;
  Distance right_size_ = kBlock;
  Offsets left_;
  Offsets right_;
};

// Whether copying an element costs no more than noting where it lies.
template <class T>
inline constexpr bool kIsCheapToCopy = std::copyable<T>&& std::is_trivially_copyable_v<T> &&
                                       sizeof(T) <= 2 * sizeof(void*);

// By the partition that bench/parallel/partition.cpp found faster for elements of such a size, or as fast.
template <class Iterator, class Predicate>
[[nodiscard]] Iterator partition(Iterator first, Iterator last, const Predicate& belongs_left) {
  if constexpr (kIsCheapToCopy<std::iter_value_t<Iterator>>)
    return lomuto_partition(first, last, belongs_left);
  else
    return BlockPartition(first, last, belongs_left).run();
}

// Quicksort on the calling thread. Elements equal to the pivot are gathered beside it, so many equal elements make it
// faster. A piece whose pivots were bad too often is sorted by std::sort, so no order of the elements costs more than
// O(n log n).
//
// Source: a limit of bad pivots, as in O. Peters, Pattern-defeating Quicksort (2021); the pivot is Tukey's ninther.
template <class Iterator, class Less>
class QuickSort {
  using Distance = std::iter_difference_t<Iterator>;

 public:
  // Between them nothing has to be sorted.
  struct Sides {
    Iterator end_of_left;
    Iterator begin_of_right;
  };

  explicit QuickSort(const Less& less) : less_(less) {}

  // Sorts a range that ascends, or descends without equal elements. Returns whether it was one.
  [[nodiscard]] bool sort_one_run(Iterator first, Iterator last) const {
    if (std::ranges::is_sorted(first, last, less_)) return true;
    const auto does_not_descend = [this](auto&& a, auto&& b) -> bool { return !less_(b, a); };
    if (std::ranges::adjacent_find(first, last, does_not_descend) != last) return false;
    std::ranges::reverse(first, last);
    return true;
  }

  [[nodiscard]] static std::size_t bad_pivots_allowed(Iterator first, Iterator last) {
    return static_cast<std::size_t>(std::bit_width(static_cast<std::size_t>(last - first)));
  }

  void run(Iterator first, Iterator last, std::size_t bad_pivots_left) const {
    while (last - first > kLeaf) {
      if (bad_pivots_left == 0) {
        std::ranges::sort(first, last, less_);
        return;
      }
      const Sides sides = partition(first, last);
      if (is_bad(sides, first, last)) --bad_pivots_left;
      // The call is for the smaller side: calls never nest deeper than the logarithm of the size.
      if (sides.end_of_left - first < last - sides.begin_of_right) {
        run(first, sides.end_of_left, bad_pivots_left);
        first = sides.begin_of_right;
      } else {
        run(sides.begin_of_right, last, bad_pivots_left);
        last = sides.end_of_left;
      }
    }
    insert_all(first, last);
  }

  // Divides the elements by a pivot. There are more than eight.
  [[nodiscard]] Sides partition(Iterator first, Iterator last) const {
    std::ranges::iter_swap(first, find_pivot(first, last));
    Pivot pivot = *first;
    const auto is_less = [&](auto&& x) -> bool { return less_(x, pivot); };
    const Iterator middle = std::prev(detail::partition(std::next(first), last, is_less));
    std::ranges::iter_swap(first, middle);
    const Iterator right = std::next(middle);
    if (middle - first >= (last - first) / kFewest) return {middle, right};
    Pivot same = *middle;
    const auto is_equal = [&](auto&& x) -> bool { return !less_(same, x); };
    return {middle, detail::partition(right, last, is_equal)};
  }

  // Whether one side has nearly all elements.
  [[nodiscard]] bool is_bad(const Sides& sides, Iterator first, Iterator last) const {
    const Distance size = last - first;
    return std::max(sides.end_of_left - first, last - sides.begin_of_right) > size - size / kFewest;
  }

 private:
  // A copy stays in a register, while all that is known of an element of the range is that it is in memory.
  using Pivot = std::conditional_t<kIsCheapToCopy<std::iter_value_t<Iterator>>, std::iter_value_t<Iterator>,
                                   std::iter_reference_t<Iterator>>;

  static constexpr Distance kLeaf = 24;
  // From this size on it pays to look at nine elements for a pivot instead of three.
  static constexpr Distance kNinther = 128;
  // A pivot is bad if one side has less than this fraction of the elements: one in kFewest.
  static constexpr Distance kFewest = 8;

  void insert_all(Iterator first, Iterator last) const {
    if (first == last) return;
    for (Iterator next = std::next(first); next != last; ++next) {
      Iterator place = next;
      if (!less_(*next, *std::prev(next))) continue;
      std::iter_value_t<Iterator> moved = std::ranges::iter_move(next);
      do {
        *place = std::ranges::iter_move(std::prev(place));
        --place;
      } while (place != first && less_(moved, *std::prev(place)));
      *place = std::move(moved);
    }
  }

  Iterator find_pivot(Iterator first, Iterator last) const {
    const Distance step = (last - first) / 9;
    const auto median_from = [&](Distance i) {
      return median(first + i * step, first + (i + 1) * step, first + (i + 2) * step);
    };
    if (last - first < kNinther) return median(first, first + 4 * step, std::prev(last));
    return median(median_from(0), median_from(3), median_from(6));
  }
  Iterator median(Iterator a, Iterator b, Iterator c) const {
    if (less_(*b, *a)) std::swap(a, b);
    if (!less_(*c, *b)) return b;
    return less_(*c, *a) ? a : c;
  }

  const Less& less_;
};

}  // namespace vigil::detail
