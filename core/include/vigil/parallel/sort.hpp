#pragma once

#include <vigil/parallel/place.hpp>
#include <vigil/parallel/quick_sort.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/worker_set.hpp>

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

// Quicksort that sorts the two sides of a pivot at the same time, and small pieces alone.
template <class Parts, class Iterator, class Less>
class ParallelSort {
  using Distance = std::iter_difference_t<Iterator>;

 public:
  // Below this size a fork costs more than it can save.
  static constexpr Distance kLeaf = 2'048;

  explicit ParallelSort(const Less& less) : alone_(less) {}

  void run(Worker<Parts>& worker, Iterator first, Iterator last) const {
    if (alone_.sort_one_run(first, last)) return;
    const std::size_t bad_pivots = alone_.bad_pivots_allowed(first, last);
    if (worker.worker_set().size() == 1)
      alone_.run(first, last, bad_pivots);
    else
      run_divided(worker, first, last, bad_pivots);
  }
  // Divides even on a pool of one worker, where no half can be stolen; for tests.
  void run_divided(Worker<Parts>& worker, Iterator first, Iterator last, std::size_t bad_pivots_left) const {
    if (last - first <= kLeaf || bad_pivots_left == 0) {
      alone_.run(first, last, bad_pivots_left);
      return;
    }
    const auto sides = alone_.partition(first, last);
    if (alone_.is_bad(sides, first, last)) --bad_pivots_left;
    join(
        worker, [&](Worker<Parts>& same) { run_divided(same, first, sides.end_of_left, bad_pivots_left); },
        [&](Worker<Parts>& any) { run_divided(any, sides.begin_of_right, last, bad_pivots_left); });
  }

 private:
  const QuickSort<Iterator, Less> alone_;
};

}  // namespace detail

/// Sorts a range with all workers of a pool, in place. Comparator and projection are those of std::ranges::sort.
///
/// O(n log n) comparisons for any order of the elements. A range that ascends, or descends without equal elements,
/// costs O(n). Partitions do not branch on what a comparison says, so random elements cost few mispredicted branches.
/// The first partition is done by one worker, so the time on p workers is O(n + n log n / p) at best. The order of
/// equal elements is unspecified, but it does not depend on steals.
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
/// \source Partitions as in A. Alexandrescu, Lomuto's Comeback (2020), and in Edelkamp and Weiß, BlockQuicksort (2016);
///   a limit of bad pivots, as in O. Peters, Pattern-defeating Quicksort (2021); the pivot is Tukey's ninther.
template <Place P, std::ranges::random_access_range Range, class Comp = std::ranges::less, class Proj = std::identity>
requires std::sortable<std::ranges::iterator_t<Range>, Comp, Proj> && std::ranges::sized_range<Range>
void sort(P& place, Range&& range, Comp comp = {}, Proj proj = {}) {
  using Parts = typename detail::PartsOf<P>::type;
  const auto less = detail::less_by(comp, proj);
  const auto first = std::ranges::begin(range);
  const auto last = first + static_cast<std::ranges::range_difference_t<Range>>(std::ranges::size(range));
  const detail::ParallelSort<Parts, std::ranges::iterator_t<Range>, decltype(less)> sort(less);
  detail::begin_at(place, [&](Worker<Parts>& worker) { sort.run(worker, first, last); });
}

}  // namespace vigil
