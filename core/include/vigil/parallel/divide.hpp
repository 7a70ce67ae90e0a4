#pragma once

#include <vigil/parallel/place.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace vigil {

/// How finely work is divided into pieces. A piece is done by one worker, from left to right.
///
/// \snippet parallel/divide.cpp example
/// \source Rayon's adaptive splitting.
class Grain {
 public:
  /// Pieces are halved until there are more pieces than workers, at most twice as many. A stolen piece is halved anew,
  /// because a worker was idle.
  ///
  /// So work of equal parts is divided a few times, and other work is divided where it takes long. One worker gets one
  /// piece.
  ///
  /// \param at_least No piece is halved into pieces of fewer elements. Use the number of elements that is worth
  ///   stealing.
  [[nodiscard]] static constexpr Grain adaptive(std::size_t at_least = 1) { return {at_least, false}; }
  /// Pieces are halved until none is larger than `at_most` elements.
  ///
  /// The pieces depend on the number of elements alone, and not on the number of workers or on steals. So a reduction
  /// gives the same result each time, even if its operation is not associative, as the sum of floating-point numbers.
  ///
  /// \param at_most 0 is taken for 1.
  [[nodiscard]] static constexpr Grain fixed(std::size_t at_most) { return {at_most, true}; }

  /// The bound on the elements of a piece, at least 1: the lower one if adaptive, the upper one if fixed.
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  /// Whether it was made by fixed.
  [[nodiscard]] constexpr bool is_fixed() const { return is_fixed_; }

 private:
  constexpr Grain(std::size_t size, bool is_fixed) : size_(std::max<std::size_t>(size, 1)), is_fixed_(is_fixed) {}

  std::size_t size_;
  bool is_fixed_;
};

namespace detail {

// Decides for one piece whether it is halved. Each half gets a copy. Source: Rayon's `ThiefSplitter`.
class Splitter {
 public:
  Splitter(Grain grain, std::size_t workers)
      : grain_(grain), workers_(workers), splits_left_(workers == 1 ? 0 : workers) {}

  [[nodiscard]] bool halves(std::size_t length, bool is_stolen) {
    if (grain_.is_fixed()) return length > grain_.size();
    if (length / 2 < grain_.size()) return false;
    if (is_stolen) {
      splits_left_ = workers_;
      return true;
    }
    if (splits_left_ == 0) return false;
    splits_left_ /= 2;
    return true;
  }

 private:
  Grain grain_;
  std::size_t workers_;
  std::size_t splits_left_;
};

// Divides positions into pieces, calls leaf(first, last) or leaf(worker, first, last) for each piece, and combines the
// results, left with right. The leaves of the tree are all positions, in their order.
template <class Result, class Parts, class Leaf, class Combine>
class Division {
 public:
  Division(const Leaf& leaf, const Combine& combine) : leaf_(leaf), combine_(combine) {}

  Result run(Worker<Parts>& worker, Splitter splitter, std::size_t first, std::size_t last,
             bool is_stolen = false) const {
    if (!splitter.halves(last - first, is_stolen)) return call_on(worker, leaf_, first, last);
    const std::size_t middle = first + (last - first) / 2;
    auto [left, right] = join(
        worker, [&](Worker<Parts>& same) { return run(same, splitter, first, middle); },
        [&](Worker<Parts>& any) { return run(any, splitter, middle, last, &any != &worker); });
    return combine_(std::move(left), std::move(right));
  }

 private:
  const Leaf& leaf_;
  const Combine& combine_;
};

// Divides the positions below `size`, at `place`.
template <class Result, Place P, class Leaf, class Combine>
Result divide(P& place, std::size_t size, Grain grain, const Leaf& leaf, const Combine& combine) {
  using Parts = typename PartsOf<P>::type;
  const Division<Result, Parts, Leaf, Combine> division(leaf, combine);
  return begin_at(place, [&](Worker<Parts>& worker) {
    return division.run(worker, Splitter(grain, worker.worker_set().size()), 0, size);
  });
}

struct NothingTwice {
  Nothing operator()(Nothing, Nothing) const { return {}; }
};

}  // namespace detail
}  // namespace vigil
