#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace vigil {

// What a pipeline is made of: a number of positions, and a fold over some of them, one after the other.
//
//   size()                     how many positions there are
//   each(first, last, step)    calls step(element) for the positions from first to before last, in their order, until
//   step
//                              returns false; returns whether all were done
//   reference                  what an element is: a reference, or a value
//
// A position has at most one element; after a filter, perhaps none. So pieces are ranges of positions, and dividing a
// pipeline costs nothing: all workers use the same producer, and their own positions. They use it at the same time, so
// everything here is const, and the user's functions are called as const objects.
template <class P>
concept Producer = std::move_constructible<P> && requires(const P& producer, std::size_t n) {
  typename P::reference;
  { producer.size() } -> std::convertible_to<std::size_t>;
};

// Has one element at each position, and finds it by its number.
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

// The elements of a range, which must outlive the pipeline.
template <std::random_access_iterator Iterator>
class RangeProducer {
 public:
  using reference = std::iter_reference_t<Iterator>;

  RangeProducer(Iterator begin, std::size_t size) : begin_(std::move(begin)), size_(size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Iterator at(std::size_t i) const { return begin_ + static_cast<std::iter_difference_t<Iterator>>(i); }
  [[nodiscard]] reference operator[](std::size_t i) const { return *at(i); }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return detail::each_by_index(*this, first, last, step);
  }

 private:
  Iterator begin_;
  std::size_t size_;
};

// The numbers from `first` to before `last`.
template <std::integral Number>
class NumberProducer {
 public:
  using reference = Number;

  NumberProducer(Number first, Number last)
      : first_(first),
        size_(first < last ? static_cast<std::size_t>(last) - static_cast<std::size_t>(first) : std::size_t{0}) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Number operator[](std::size_t i) const {
    return static_cast<Number>(static_cast<std::size_t>(first_) + i);
  }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return detail::each_by_index(*this, first, last, step);
  }

 private:
  Number first_;
  std::size_t size_;
};

// function(element) for each element.
template <Producer Base, class Function>
class TransformProducer {
 public:
  using reference = std::invoke_result_t<const Function&, typename Base::reference>;

  TransformProducer(Base base, Function function) : base_(std::move(base)), function_(std::move(function)) {}

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

 private:
  Base base_;
  Function function_;
};

// The elements that predicate(element) holds of.
template <Producer Base, class Predicate>
class FilterProducer {
 public:
  using reference = typename Base::reference;

  FilterProducer(Base base, Predicate predicate) : base_(std::move(base)), predicate_(std::move(predicate)) {}

  [[nodiscard]] std::size_t size() const { return base_.size(); }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return base_.each(first, last, [&](reference element) {
      return !std::invoke(predicate_, std::as_const(element)) || step(std::forward<reference>(element));
    });
  }

 private:
  Base base_;
  Predicate predicate_;
};

}  // namespace vigil
