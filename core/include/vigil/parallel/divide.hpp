#pragma once

#include <vigil/atomics/own_value.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/parallel/loop_history.hpp>
#include <vigil/parallel/place.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <utility>

namespace vigil {

/// How finely work is divided into pieces. A piece is done by one worker, from left to right.
///
/// \snippet parallel/divide.cpp example
/// \source Rayon's adaptive splitting.
class Grain {
 public:
  /// As adaptive, but small work is left whole. The default.
  ///
  /// Each kind of loop remembers, on each worker, how many of its elements were done within 2 µs. That is about what it
  /// takes to get the help of another worker. So many, and fewer, are one piece from then on. A loop is of the same
  /// kind if its functions have the same types, as at one place in the source.
  ///
  /// What is remembered comes from a few loops that are measured: the first one, which is divided, and then one of 2,
  /// 4, 8, 16, 32 and at last 64. So if the elements become dear all at once, some loops are left whole by mistake: at
  /// most 64 in a row, and no more than there were loops before. Use adaptive where one such loop is too many.
  ///
  /// \source Granularity control by past costs: Acar, Aksenov, Charguéraud and Rainey, PPoPP 2019.
  [[nodiscard]] static constexpr Grain automatic() { return {1, Kind::automatic}; }
  /// Pieces are halved until there are more pieces than workers, at most twice as many. A stolen piece is halved anew,
  /// because a worker was idle.
  ///
  /// So work of equal parts is divided a few times, and other work is divided where it takes long. One worker gets one
  /// piece.
  ///
  /// \param at_least No piece is halved into pieces of fewer elements. Use the number of elements that is worth
  ///   stealing.
  [[nodiscard]] static constexpr Grain adaptive(std::size_t at_least = 1) { return {at_least, Kind::adaptive}; }
  /// Pieces are halved until none is larger than `at_most` elements.
  ///
  /// The pieces depend on the number of elements alone, and not on the number of workers or on steals. So a reduction
  /// gives the same result each time, even if its operation is not associative, as the sum of floating-point numbers.
  ///
  /// \param at_most 0 is taken for 1.
  [[nodiscard]] static constexpr Grain fixed(std::size_t at_most) { return {at_most, Kind::fixed}; }

  /// The bound on the elements of a piece, at least 1: the lower one if adaptive, the upper one if fixed.
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  /// Whether it was made by fixed, or by automatic.
  /// \{
  [[nodiscard]] constexpr bool is_fixed() const { return kind_ == Kind::fixed; }
  [[nodiscard]] constexpr bool is_automatic() const { return kind_ == Kind::automatic; }
  /// \}

 private:
  enum class Kind : unsigned char { automatic, adaptive, fixed };

  constexpr Grain(std::size_t size, Kind kind) : size_(std::max<std::size_t>(size, 1)), kind_(kind) {}

  std::size_t size_;
  Kind kind_;
};

namespace detail {

// Decides for one piece whether it is halved. Each half gets a copy. Source: Rayon's `ThiefSplitter`.
class Splitter {
 public:
  // Halves nothing.
  static Splitter whole() { return {Grain::fixed(std::numeric_limits<std::size_t>::max()), 1}; }

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
  using Duration = LoopHistory::Duration;

  Division(const Leaf& leaf, const Combine& combine) : leaf_(leaf), combine_(combine) {}

  // Out of line: a compiler that inlines it into what divides loses its hold on the registers of the user's loop.
  [[gnu::noinline]] Result piece(Worker<Parts>& worker, std::size_t first, std::size_t last) const {
    return call_on(worker, leaf_, first, last);
  }

  // If `work` is not null, measures the leaves and adds their time to it.
  Result run(Worker<Parts>& worker, Splitter splitter, std::size_t first, std::size_t last, bool is_stolen = false,
             Duration* work = nullptr) const {
    if (!splitter.halves(last - first, is_stolen))
      return Stopwatch::run(work, [&] { return piece(worker, first, last); });
    const std::size_t middle = first + (last - first) / 2;
    Duration work_on_right{0};
    auto [left, right] = join(
        worker, [&](Worker<Parts>& same) { return run(same, splitter, first, middle, false, work); },
        [&](Worker<Parts>& any) {
          return run(any, splitter, middle, last, &any != &worker, work == nullptr ? nullptr : &work_on_right);
        });
    if (work != nullptr) *work += work_on_right;
    return combine_(std::move(left), std::move(right));
  }

  // As run, for a loop that is to be measured.
  [[gnu::noinline]] Result run_measured(Worker<Parts>& worker, Splitter splitter, std::size_t size,
                                        LoopHistory& history) const {
    Duration work{0};
    Result result = run(worker, history.is_small(size) ? Splitter::whole() : splitter, 0, size, false, &work);
    history.learn(size, work);
    return result;
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
  return begin_at(place, [&](Worker<Parts>& worker) -> Result {
    const auto splitter = [&] { return Splitter(grain, worker.worker_set().size()); };
    // Under the layers of models and tests a run must not depend on clocks and on the runs before it.
    if constexpr (std::same_as<typename Parts::Layer, StdAtomics>) {
      if (grain.is_automatic()) {
        auto& history = OwnValue<LoopHistory, Leaf>::get();
        if (history.measures_next()) [[unlikely]]
          return division.run_measured(worker, splitter(), size, history);
        if (history.is_small(size)) return division.piece(worker, 0, size);
      }
    }
    return division.run(worker, splitter(), 0, size);
  });
}

struct NothingTwice {
  Nothing operator()(Nothing, Nothing) const { return {}; }
};

}  // namespace detail
}  // namespace vigil
