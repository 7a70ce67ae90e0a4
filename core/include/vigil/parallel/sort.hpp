#pragma once

#include <vigil/parallel/place.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/worker_set.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

namespace vigil {

namespace detail {

template <class Comp, class Proj>
auto less_by(const Comp& comp, const Proj& proj) {
  return [&comp, &proj](auto&& a, auto&& b) -> bool {
    return std::invoke(comp, std::invoke(proj, std::forward<decltype(a)>(a)),
                       std::invoke(proj, std::forward<decltype(b)>(b)));
  };
}

// Quicksort that sorts the two sides of a pivot at the same time. std::sort sorts small pieces. It also sorts a piece
// whose pivots were bad too often, so no order of the elements costs more than O(n log n). Elements equal to the pivot
// are gathered beside it, so many equal elements make it faster.
template <class Parts, class Iterator, class Less>
class QuickSort {
  using Distance = std::iter_difference_t<Iterator>;

 public:
  // Below this size a fork costs more than it can save.
  static constexpr Distance kLeaf = 2'048;

  explicit QuickSort(const Less& less) : less_(less) {}

  void run(Worker<Parts>& worker, Iterator first, Iterator last) const {
    if (worker.worker_set().size() == 1)
      std::ranges::sort(first, last, less_);
    else
      run_divided(worker, first, last);
  }
  // Divides even on a pool of one worker, where no half can be stolen; for tests.
  void run_divided(Worker<Parts>& worker, Iterator first, Iterator last) const {
    run(worker, first, last, static_cast<std::size_t>(std::bit_width(static_cast<std::size_t>(last - first))));
  }

 private:
  void run(Worker<Parts>& worker, Iterator first, Iterator last, std::size_t bad_pivots_left) const {
    const Distance size = last - first;
    if (size <= kLeaf || bad_pivots_left == 0) {
      std::ranges::sort(first, last, less_);
      return;
    }
    const std::pair sides = partition(first, last);
    const Distance larger = std::max(sides.first - first, last - sides.second);
    if (larger > size - size / kFewest) --bad_pivots_left;
    join(
        worker, [&](Worker<Parts>& same) { run(same, first, sides.first, bad_pivots_left); },
        [&](Worker<Parts>& any) { run(any, sides.second, last, bad_pivots_left); });
  }

  // Moves the elements that are less than a pivot before it and the others behind it. Returns the end of the left side
  // and the start of the right side, between which nothing has to be sorted.
  std::pair<Iterator, Iterator> partition(Iterator first, Iterator last) const {
    std::ranges::iter_swap(first, median_of_nine(first, last));
    Iterator middle = part(std::next(first), last, [&](auto&& x) { return less_(x, *first); });
    --middle;
    std::ranges::iter_swap(first, middle);
    const Iterator right = std::next(middle);
    if (middle - first >= (last - first) / kFewest) return {middle, right};
    return {middle, part(right, last, [&](auto&& x) { return !less_(*middle, x); })};
  }

  // Moves the elements for which `belongs_left` is true before the others; returns where these begin.
  template <class Predicate>
  static Iterator part(Iterator first, Iterator last, const Predicate& belongs_left) {
    for (;;) {
      while (first != last && belongs_left(*first)) ++first;
      do {
        if (first == last) return first;
        --last;
      } while (!belongs_left(*last));
      std::ranges::iter_swap(first, last);
      ++first;
    }
  }

  Iterator median_of_nine(Iterator first, Iterator last) const {
    const Distance step = (last - first) / 9;
    const auto median_from = [&](Distance i) {
      return median(first + i * step, first + (i + 1) * step, first + (i + 2) * step);
    };
    return median(median_from(0), median_from(3), median_from(6));
  }
  Iterator median(Iterator a, Iterator b, Iterator c) const {
    if (less_(*b, *a)) std::swap(a, b);
    if (!less_(*c, *b)) return b;
    return less_(*c, *a) ? a : c;
  }

  // A pivot is bad if one side has less than this fraction of the elements: one in kFewest.
  static constexpr Distance kFewest = 8;

  const Less& less_;
};

}  // namespace detail

/// Sorts a range with all workers of a pool, in place. Comparator and projection are those of std::ranges::sort.
///
/// O(n log n) comparisons for any order of the elements. The first partition is done by one worker, so the time on p
/// workers is O(n + n log n / p) at best. The order of equal elements is unspecified, but it does not depend on steals.
///
/// \snippet parallel/sort.cpp example
///
/// \param place a pool or a worker, see Place.
/// \param range the elements. No other thread may use them during the call.
/// \param comp `comp(proj(a), proj(b))` is true if `a` goes before `b`. Called by many workers at the same time.
/// \param proj what is compared of an element. Called as `comp` is.
/// \threads Any thread, see Place.
/// \progress Blocking: as parallel_for(). Allocates only if a deque grows.
/// \orders As parallel_for().
/// \throws std::bad_alloc if a deque cannot grow; then the range has the same elements in some order.
/// \throws PoolStopped if the pool was stopped; then nothing was moved.
/// \throws anything that `comp` or `proj` throws; then the range has valid elements in some order, and some may have
///   been moved from. No worker uses it any more.
/// \source Quicksort with a limit of bad pivots, as in O. Peters, Pattern-defeating Quicksort (2021); the pivot is
///   Tukey's ninther.
template <Place P, std::ranges::random_access_range Range, class Comp = std::ranges::less, class Proj = std::identity>
requires std::sortable<std::ranges::iterator_t<Range>, Comp, Proj> && std::ranges::sized_range<Range>
void sort(P& place, Range&& range, Comp comp = {}, Proj proj = {}) {
  using Parts = typename detail::PartsOf<P>::type;
  const auto less = detail::less_by(comp, proj);
  const auto first = std::ranges::begin(range);
  const auto last = first + static_cast<std::ranges::range_difference_t<Range>>(std::ranges::size(range));
  const detail::QuickSort<Parts, std::ranges::iterator_t<Range>, decltype(less)> quick_sort(less);
  detail::begin_at(place, [&](Worker<Parts>& worker) { quick_sort.run(worker, first, last); });
}

}  // namespace vigil
