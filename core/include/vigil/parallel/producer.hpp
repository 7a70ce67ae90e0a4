#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace vigil {

/// The source of a pipeline's elements: a number of positions, and a fold over a range of them.
///
/// A producer `p` has
/// - `reference`: the type of an element, a reference or a value;
/// - `p.size()`: the number of positions;
/// - `p.each(first, last, step)`: calls `step(element)` for the positions in [first, last), in their order, until
///   `step` returns false; returns whether all were done.
///
/// A position has at most one element; after a filter it may have none. Pieces are ranges of positions, so dividing a
/// pipeline costs nothing: all workers use the same producer, each at its own positions. They use it at the same time,
/// so the members are const, and the user's functions are called as const objects.
///
/// A class of your own that satisfies this can be the `elements` of a Pipeline.
///
/// \snippet parallel/producer.cpp example
template <class P>
concept Producer = std::move_constructible<P> && requires(const P& producer, std::size_t n) {
  typename P::reference;
  { producer.size() } -> std::convertible_to<std::size_t>;
};

/// A producer that has one element at each position, and finds it by its index: `p[i]`.
template <class P>
concept IndexedProducer = Producer<P> && requires(const P& producer, std::size_t n) {
  producer[n];
};

namespace detail {

template <IndexedProducer P, class Step>
bool each_by_index(const P& producer, std::size_t first, std::size_t last, Step& step) {
  for (; first != last; ++first)
    if (!step(producer[first])) return false;
  return true;
}

}  // namespace detail

/// Produces the elements of a range, which must outlive the pipeline. Made by par().
template <std::random_access_iterator Iterator>
class RangeProducer {
 public:
  /// A member of each producer, see Producer and IndexedProducer.
  /// \{
  using reference = std::iter_reference_t<Iterator>;
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] reference operator[](std::size_t i) const { return *at(i); }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return detail::each_by_index(*this, first, last, step);
  }
  /// \}

  /// Of the `size` elements from `begin` on.
  RangeProducer(Iterator begin, std::size_t size) : begin_(std::move(begin)), size_(size) {}

  /// The iterator at a position.
  [[nodiscard]] Iterator at(std::size_t i) const { return begin_ + static_cast<std::iter_difference_t<Iterator>>(i); }

 private:
  Iterator begin_;
  std::size_t size_;
};

/// Produces the numbers in [first, last). Made by par().
template <std::integral Number>
class NumberProducer {
 public:
  /// A member of each producer, see Producer and IndexedProducer.
  /// \{
  using reference = Number;
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Number operator[](std::size_t i) const {
    return static_cast<Number>(static_cast<std::size_t>(first_) + i);
  }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return detail::each_by_index(*this, first, last, step);
  }
  /// \}

  /// Of the numbers in [first, last); of none if `last` is not greater than `first`.
  NumberProducer(Number first, Number last)
      : first_(first),
        size_(first < last ? static_cast<std::size_t>(last) - static_cast<std::size_t>(first) : std::size_t{0}) {}

 private:
  Number first_;
  std::size_t size_;
};

/// Produces `function(element)` for each element. Made by stage::transform().
template <Producer Base, class Function>
class TransformProducer {
 public:
  /// A member of each producer, see Producer and IndexedProducer.
  /// \{
  using reference = std::invoke_result_t<const Function&, typename Base::reference>;
  [[nodiscard]] std::size_t size() const { return base_.size(); }
  [[nodiscard]] reference operator[](std::size_t i) const requires IndexedProducer<Base> {
    return std::invoke(function_, base_[i]);
  }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return base_.each(first, last, [&](typename Base::reference element) {
      return step(std::invoke(function_, std::forward<typename Base::reference>(element)));
    });
  }
  /// \}

  /// Of the elements of `base`.
  TransformProducer(Base base, Function function) : base_(std::move(base)), function_(std::move(function)) {}

 private:
  Base base_;
  Function function_;
};

/// Produces the elements for which `predicate(element)` is true. Made by stage::filter().
template <Producer Base, class Predicate>
class FilterProducer {
 public:
  /// A member of each producer, see Producer.
  /// \{
  using reference = typename Base::reference;
  [[nodiscard]] std::size_t size() const { return base_.size(); }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return base_.each(first, last, [&](reference element) {
      return !std::invoke(predicate_, std::as_const(element)) || step(std::forward<reference>(element));
    });
  }
  /// \}

  /// Of the elements of `base`.
  FilterProducer(Base base, Predicate predicate) : base_(std::move(base)), predicate_(std::move(predicate)) {}

 private:
  Base base_;
  Predicate predicate_;
};

/// Produces the elements until a stop is requested. Made by stage::take_until_stopped().
template <Producer Base, class StopToken>
class UntilStoppedProducer {
 public:
  /// A member of each producer, see Producer.
  /// \{
  using reference = typename Base::reference;
  [[nodiscard]] std::size_t size() const { return base_.size(); }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    for (; first != last && !stop_.stop_requested(); ++first)
      if (!base_.each(first, first + 1, std::ref(step))) return false;
    return true;
  }
  /// \}

  /// Of the elements of `base`.
  UntilStoppedProducer(Base base, StopToken stop) : base_(std::move(base)), stop_(std::move(stop)) {}

 private:
  Base base_;
  StopToken stop_;
};

}  // namespace vigil
