#pragma once

#include <vigil/parallel/combine_producers.hpp>
#include <vigil/parallel/divide.hpp>
#include <vigil/parallel/producer.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <ranges>
#include <type_traits>
#include <utility>

namespace vigil {

// Ranges, worked on by all workers of a pool.
//
//   namespace stage = vigil::stage;
//   const double sum = vigil::par(pool, numbers) | stage::filter(is_prime) | stage::transform(root) | stage::sum();
//
// A pipeline begins with par and ends with one of the stages of terminals.hpp or find.hpp, which does the work; those
// in between only say what is to be done. Elements come in no order, but what is made of them is as if they had come in
// theirs. The functions are called by many workers at the same time, on const objects; each element is computed once.
// Ranges, but not functions, must outlive the pipeline. Nothing here allocates or throws but copies of the user's
// functions.
template <Place P, Producer Elements>
struct Pipeline {
  P& place;
  Elements elements;
  Grain grain;

  template <Producer Other>
  [[nodiscard]] Pipeline<P, Other> with(Other other) const {
    return {place, std::move(other), grain};
  }
};

// A range that par takes: random access, of a size that is known, and not itself about to go.
template <class Range>
concept ParallelRange =
    std::ranges::random_access_range<Range> && std::ranges::sized_range<Range> && std::ranges::borrowed_range<Range>;

namespace detail {

template <class Range>
auto producer_of(Range&& range) {
  return RangeProducer<std::ranges::iterator_t<Range>>(std::ranges::begin(range),
                                                       static_cast<std::size_t>(std::ranges::size(range)));
}

}  // namespace detail

template <Place P, ParallelRange Range>
[[nodiscard]] auto par(P& place, Range&& range, Grain grain = Grain::adaptive()) {
  using Elements = RangeProducer<std::ranges::iterator_t<Range>>;
  return Pipeline<P, Elements>{place, detail::producer_of(std::forward<Range>(range)), grain};
}

// The numbers from `first` to before `last`.
template <Place P, std::integral Number>
[[nodiscard]] auto par(P& place, Number first, std::type_identity_t<Number> last, Grain grain = Grain::adaptive()) {
  return Pipeline<P, NumberProducer<Number>>{place, NumberProducer<Number>(first, last), grain};
}

namespace stage {

// What stands to the right of a bar.
template <class Function>
struct Stage {
  Function apply;
};
template <class Function>
Stage(Function) -> Stage<Function>;

template <Place P, Producer Elements, class Function>
decltype(auto) operator|(Pipeline<P, Elements> pipeline, const Stage<Function>& stage) {
  return stage.apply(std::move(pipeline));
}

// function(element), for each element.
template <class Function>
[[nodiscard]] auto transform(Function function) {
  return Stage{[function](auto line) {
    using Base = decltype(line.elements);
    return line.with(TransformProducer<Base, Function>(std::move(line.elements), function));
  }};
}

// The elements that `predicate` holds of. The positions remain those of all elements, so stages that count positions
// (zip, enumerate, chunk) come before.
template <class Predicate>
[[nodiscard]] auto filter(Predicate predicate) {
  return Stage{[predicate](auto line) {
    using Base = decltype(line.elements);
    return line.with(FilterProducer<Base, Predicate>(std::move(line.elements), predicate));
  }};
}

// Tuples of an element and those at the same position of `ranges`; as many as the shortest has.
template <ParallelRange... Ranges>
[[nodiscard]] auto zip(Ranges&&... ranges) {
  return Stage{[... others = vigil::detail::producer_of(std::forward<Ranges>(ranges))](auto line) {
    return line.with(ZipProducer(std::move(line.elements), others...));
  }};
}

// Tuples of a position, from zero, and its element.
[[nodiscard]] inline auto enumerate() {
  return Stage{[](auto line) { return line.with(EnumerateProducer(std::move(line.elements))); }};
}

// Ranges of `length` neighbours, the last of which may be shorter. Directly after par: there are neighbours in a range.
[[nodiscard]] inline auto chunk(std::size_t length) {
  return Stage{[length](auto line) { return line.with(ChunkProducer(std::move(line.elements), length)); }};
}

// All elements so far, then those of `range`.
template <ParallelRange Range>
[[nodiscard]] auto concat(Range&& range) {
  return Stage{[other = vigil::detail::producer_of(std::forward<Range>(range))](auto line) {
    return line.with(ConcatProducer(std::move(line.elements), other));
  }};
}

}  // namespace stage
}  // namespace vigil
