#pragma once

#include <vigil/common/exceptions.hpp>
#include <vigil/parallel/merge.hpp>
#include <vigil/parallel/place.hpp>
#include <vigil/parallel/sort.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/worker_set.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <type_traits>
#include <utility>

namespace vigil {

namespace detail {

// A buffer with room for all elements of a range.
template <class T>
class Twin {
 public:
  explicit Twin(std::size_t size) : size_(size), objects_(std::allocator<T>().allocate(size)) {}
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;
  ~Twin() {
    std::destroy_n(objects_, made_);
    std::allocator<T>().deallocate(objects_, size_);
  }

  // Moves the elements of the range into the buffer.
  template <class Iterator>
  void take(Iterator first, Iterator last) {
    for (; first != last; ++first, ++made_) std::construct_at(objects_ + made_, std::ranges::iter_move(first));
  }
  [[nodiscard]] T* begin() const { return objects_; }

 private:
  const std::size_t size_;
  T* const objects_;
  std::size_t made_ = 0;
};

// Merge sort between the range and its twin: both halves of a part are sorted at the same time, each into the other one
// of range and twin, and then merged back. The merge is divided as well.
//
// `all_arrive`: each step leaves all elements of its part where they are due, also when it is left by an exception. So
// if the comparator throws, the range has the same elements as before, in some order. If a deque cannot grow, the
// calling worker sorts both halves.
template <class Parts, class Iterator, class Less>
class MergeSort {
  using T = std::iter_value_t<Iterator>;

 public:
  MergeSort(const Less& less, Iterator range, T* twin) : less_(less), range_(range), twin_(twin) {}

  enum class Where { range, twin };

  // Sorts the elements from `first` to before `last`, which are in the twin, into `due`.
  void run(Worker<Parts>& worker, std::size_t first, std::size_t last, Where due) const {
    if (last - first <= kLeaf) return leaf(first, last, due);
    const std::size_t middle = first + (last - first) / 2;
    const Where other = due == Where::range ? Where::twin : Where::range;
    VIGIL_TRY {
      join_or_do_both(
          worker, [&](Worker<Parts>& same) { run(same, first, middle, other); },
          [&](Worker<Parts>& any) { run(any, middle, last, other); });
    }
    VIGIL_CATCH_ALL {
      if (due == Where::range)
        std::ranges::move(twin_ + first, twin_ + last, at(first));
      else
        std::ranges::move(at(first), at(last), twin_ + first);
      VIGIL_RETHROW;
    }
    if (due == Where::range)
      merge(worker, Runs<T*, Iterator>{twin_ + first, twin_ + middle, twin_ + middle, twin_ + last, at(first)}, less_);
    else
      merge(worker, Runs<Iterator, T*>{at(first), at(middle), at(middle), at(last), twin_ + first}, less_);
  }

 private:
  static constexpr std::size_t kLeaf = 32;

  Iterator at(std::size_t i) const { return range_ + static_cast<std::iter_difference_t<Iterator>>(i); }

  void leaf(std::size_t first, std::size_t last, Where due) const {
    const Arrival arrival{twin_ + first, twin_ + last, at(first), due == Where::range};
    for (T* next = twin_ + first; next != twin_ + last; ++next) insert(twin_ + first, next);
  }

  // Moves the elements that are in the twin to where they are due, also if a comparison throws.
  struct Arrival {
    T* first;
    T* last;
    Iterator range;
    bool is_due_there;
    ~Arrival() {
      if (is_due_there) std::ranges::move(first, last, range);
    }
  };

  // Puts *next in its place among the sorted elements before it.
  void insert(T* first, T* next) const {
    T* const place = std::upper_bound(first, next, *next, less_);
    if (place == next) return;
    T moved = std::move(*next);
    std::move_backward(place, next, next + 1);
    *place = std::move(moved);
  }

  const Less& less_;
  const Iterator range_;
  T* const twin_;
};

}  // namespace detail

/// Sorts a range with all workers of a pool and keeps equal elements in their order.
///
/// O(n log n) comparisons, and O(n log n / p + log³ n) time on p workers. Allocates a buffer for as many elements as
/// the range has. Moves of elements must not throw.
///
/// \snippet parallel/stable_sort.cpp example
///
/// \param place a pool or a worker, see Place.
/// \param range the elements. No other thread may use them during the call.
/// \param comp `comp(proj(a), proj(b))` is true if `a` goes before `b`. Called by many workers at the same time.
/// \param proj what is compared of an element. Called as `comp` is.
/// \threads Any thread, see Place.
/// \progress Blocking: as parallel_for().
/// \orders As parallel_for().
/// \throws std::bad_alloc if the buffer cannot be allocated; then nothing was moved.
/// \throws PoolStopped if the pool was stopped; then nothing was moved.
/// \throws anything that `comp` or `proj` throws; then the range has the same elements in some order.
template <Place P, std::ranges::random_access_range Range, class Comp = std::ranges::less, class Proj = std::identity>
requires std::sortable<std::ranges::iterator_t<Range>, Comp, Proj> && std::ranges::sized_range<Range> &&
    std::is_nothrow_move_constructible_v<std::ranges::range_value_t<Range>> &&
    std::is_nothrow_move_assignable_v<std::ranges::range_value_t<Range>>
void stable_sort(P& place, Range&& range, Comp comp = {}, Proj proj = {}) {
  using Parts = typename detail::PartsOf<P>::type;
  using Sort = detail::MergeSort<Parts, std::ranges::iterator_t<Range>, decltype(detail::less_by(comp, proj))>;
  const auto less = detail::less_by(comp, proj);
  const auto first = std::ranges::begin(range);
  const auto size = static_cast<std::size_t>(std::ranges::size(range));
  detail::Twin<std::ranges::range_value_t<Range>> twin(size);
  detail::begin_at(place, [&](Worker<Parts>& worker) {
    twin.take(first, first + static_cast<std::ranges::range_difference_t<Range>>(size));
    Sort(less, first, twin.begin()).run(worker, 0, size, Sort::Where::range);
  });
}

}  // namespace vigil
