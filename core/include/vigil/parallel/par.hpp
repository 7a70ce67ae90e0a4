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

/// Elements that all workers of a pool work on.
///
/// A pipeline begins with par() and ends with a stage of `terminals.hpp` or `find.hpp`. The last stage does the work;
/// the stages before it only describe it. They allocate nothing and throw only what copies of the user's functions
/// throw.
///
/// The elements are computed in any order and at the same time, each once. The result is as if they were computed in
/// their order. The ranges must outlive the pipeline; functions are copied into it, and called as const objects.
///
/// For the last stage:
///
/// \threads Any thread, see Place.
/// \progress Blocking: waits until all elements are done. A worker runs other jobs meanwhile. Linear in the number of
///   positions, divided as the Grain says.
/// \orders What happens before the stage happens before each call of the user's functions, and these happen before the
///   result is returned.
/// \throws std::bad_alloc if a deque cannot grow; then only some elements were done.
/// \throws PoolStopped if the pool was stopped; then nothing was done.
/// \throws anything that a function of the user throws. The rest of its piece is not done, other pieces are. Then the
///   exception of the leftmost piece that threw is thrown, when no function runs any more.
///
/// \snippet parallel/par.cpp example
template <Place P, Producer Elements>
struct Pipeline {
  /// Where the work will be done.
  P& place;
  /// What the stages so far produce.
  Elements elements;
  /// How finely the work will be divided.
  Grain grain;

  /// The pipeline with another producer, for stages of your own.
  template <Producer Other>
  [[nodiscard]] Pipeline<P, Other> with(Other other) const {
    return {place, std::move(other), grain};
  }
};

/// A range that par() takes: random access, sized and borrowed, such as an lvalue of a container or a std::span.
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

/// Begins a pipeline with the elements of a range, which must outlive it. See Pipeline.
template <Place P, ParallelRange Range>
[[nodiscard]] auto par(P& place, Range&& range, Grain grain = Grain::automatic()) {
  using Elements = RangeProducer<std::ranges::iterator_t<Range>>;
  return Pipeline<P, Elements>{place, detail::producer_of(std::forward<Range>(range)), grain};
}

/// Begins a pipeline with the numbers in [`first`, `last`). See Pipeline.
template <Place P, std::integral Number>
[[nodiscard]] auto par(P& place, Number first, std::type_identity_t<Number> last, Grain grain = Grain::automatic()) {
  return Pipeline<P, NumberProducer<Number>>{place, NumberProducer<Number>(first, last), grain};
}

/// The stages of a pipeline; see vigil::Pipeline.
namespace stage {

/// The right side of `pipeline | stage`. Use it to write a stage of your own.
template <class Function>
struct Stage {
  /// Takes the pipeline on the left; returns a pipeline, or the result of the work.
  Function apply;
};
/// Deduces the function.
template <class Function>
Stage(Function) -> Stage<Function>;

/// Applies a stage to a pipeline.
template <Place P, Producer Elements, class Function>
decltype(auto) operator|(Pipeline<P, Elements> pipeline, const Stage<Function>& stage) {
  return stage.apply(std::move(pipeline));
}

/// Replaces each element by `function(element)`.
template <class Function>
[[nodiscard]] auto transform(Function function) {
  return Stage{[function](auto line) {
    using Base = decltype(line.elements);
    return line.with(TransformProducer<Base, Function>(std::move(line.elements), function));
  }};
}

/// Keeps the elements for which `predicate(element)` is true.
///
/// The positions remain those of all elements. So stages that count positions (zip, enumerate, chunk) must come before
/// it.
template <class Predicate>
[[nodiscard]] auto filter(Predicate predicate) {
  return Stage{[predicate](auto line) {
    using Base = decltype(line.elements);
    return line.with(FilterProducer<Base, Predicate>(std::move(line.elements), predicate));
  }};
}

/// Leaves out the elements that are not begun when a stop is requested. The work then ends soon, and its result is that
/// of the elements that were begun.
///
/// Each worker asks before each element, so it begins at most one after the request. The positions remain those of all
/// elements, as after a filter. What was done before a stop depends on the workers; ask the token whether all was done.
///
/// \param stop a stop token, such as std::stop_token.
template <class StopToken>
[[nodiscard]] auto take_until_stopped(StopToken stop) {
  return Stage{[stop = std::move(stop)](auto line) {
    using Base = decltype(line.elements);
    return line.with(UntilStoppedProducer<Base, StopToken>(std::move(line.elements), stop));
  }};
}

/// Replaces each element by a tuple of it and the elements of `ranges` at the same position. There are as many as the
/// shortest has.
template <ParallelRange... Ranges>
[[nodiscard]] auto zip(Ranges&&... ranges) {
  return Stage{[... others = vigil::detail::producer_of(std::forward<Ranges>(ranges))](auto line) {
    return line.with(ZipProducer(std::move(line.elements), others...));
  }};
}

/// Replaces each element by a tuple of its position, from zero, and the element.
[[nodiscard]] inline auto enumerate() {
  return Stage{[](auto line) { return line.with(EnumerateProducer(std::move(line.elements))); }};
}

/// Replaces the elements of a range by a Chunk for each `length` neighbours. The last may be shorter; a length of 0 is
/// taken for 1. Must follow par() directly, with a range.
[[nodiscard]] inline auto chunk(std::size_t length) {
  return Stage{[length](auto line) { return line.with(ChunkProducer(std::move(line.elements), length)); }};
}

/// Adds the elements of `range` behind those so far.
template <ParallelRange Range>
[[nodiscard]] auto concat(Range&& range) {
  return Stage{[other = vigil::detail::producer_of(std::forward<Range>(range))](auto line) {
    return line.with(ConcatProducer(std::move(line.elements), other));
  }};
}

}  // namespace stage
}  // namespace vigil
