#pragma once

#include <vigil/parallel/producer.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace vigil {

/// Produces tuples of the elements at the same position, as many as the shortest base has. Made by stage::zip().
///
/// \snippet parallel/combine_producers.cpp example
template <IndexedProducer... Bases>
class ZipProducer {
 public:
  /// A member of each producer, see Producer and IndexedProducer.
  /// \{
  using reference = std::tuple<typename Bases::reference...>;
  [[nodiscard]] std::size_t size() const {
    return std::apply([](const auto&... base) { return std::min({static_cast<std::size_t>(base.size())...}); }, bases_);
  }
  [[nodiscard]] reference operator[](std::size_t i) const {
    return std::apply([i](const auto&... base) { return reference(base[i]...); }, bases_);
  }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return detail::each_by_index(*this, first, last, step);
  }
  /// \}

  /// Of the elements of all `bases`.
  explicit ZipProducer(Bases... bases) : bases_(std::move(bases)...) {}

 private:
  std::tuple<Bases...> bases_;
};

/// Produces tuples of a position, from zero, and its element. Made by stage::enumerate().
template <IndexedProducer Base>
class EnumerateProducer {
 public:
  /// A member of each producer, see Producer and IndexedProducer.
  /// \{
  using reference = std::tuple<std::size_t, typename Base::reference>;
  [[nodiscard]] std::size_t size() const { return base_.size(); }
  [[nodiscard]] reference operator[](std::size_t i) const { return reference(i, base_[i]); }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return base_.each(first, last, [&](typename Base::reference element) {
      return step(reference(first++, std::forward<typename Base::reference>(element)));
    });
  }
  /// \}

  /// Of the elements of `base`.
  explicit EnumerateProducer(Base base) : base_(std::move(base)) {}

 private:
  Base base_;
};

/// Neighbouring elements of a range. It is a range itself, and the element of a ChunkProducer.
template <std::random_access_iterator Iterator>
class Chunk {
 public:
  /// Of the elements in [begin, end).
  Chunk(Iterator begin, Iterator end) : begin_(std::move(begin)), end_(std::move(end)) {}

  /// As that of a std::span.
  /// \{
  [[nodiscard]] Iterator begin() const { return begin_; }
  [[nodiscard]] Iterator end() const { return end_; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  [[nodiscard]] std::iter_reference_t<Iterator> operator[](std::size_t i) const {
    return begin_[static_cast<std::iter_difference_t<Iterator>>(i)];
  }
  /// \}

 private:
  Iterator begin_;
  Iterator end_;
};

/// Produces the chunks of a range. Made by stage::chunk().
template <std::random_access_iterator Iterator>
class ChunkProducer {
 public:
  /// A member of each producer, see Producer and IndexedProducer.
  /// \{
  using reference = Chunk<Iterator>;
  [[nodiscard]] std::size_t size() const { return base_.size() / length_ + (base_.size() % length_ == 0 ? 0 : 1); }
  [[nodiscard]] reference operator[](std::size_t i) const {
    const std::size_t begin = i * length_;
    return reference(base_.at(begin), base_.at(begin + std::min(length_, base_.size() - begin)));
  }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    return detail::each_by_index(*this, first, last, step);
  }
  /// \}

  /// Of chunks of `length` elements each. The last may have fewer; a length of 0 is taken for 1.
  ChunkProducer(RangeProducer<Iterator> base, std::size_t length)
      : base_(std::move(base)), length_(std::max<std::size_t>(length, 1)) {}

 private:
  RangeProducer<Iterator> base_;
  std::size_t length_;
};

/// Produces the elements of the first base, then those of the second. Made by stage::concat().
template <Producer First, Producer Second>
class ConcatProducer {
 public:
  /// A member of each producer, see Producer and IndexedProducer.
  /// \{
  using reference = std::common_reference_t<typename First::reference, typename Second::reference>;
  [[nodiscard]] std::size_t size() const { return first_.size() + second_.size(); }
  [[nodiscard]] reference operator[](std::size_t i) const requires IndexedProducer<First> && IndexedProducer<Second> {
    const std::size_t before = first_.size();
    if (i < before) return first_[i];
    return second_[i - before];
  }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    const std::size_t before = first_.size();
    const auto take = [&](reference element) { return step(std::forward<reference>(element)); };
    return first_.each(std::min(first, before), std::min(last, before), take) &&
           second_.each(std::max(first, before) - before, std::max(last, before) - before, take);
  }
  /// \}

  /// Of the elements of both.
  ConcatProducer(First first, Second second) : first_(std::move(first)), second_(std::move(second)) {}

 private:
  First first_;
  Second second_;
};

}  // namespace vigil
