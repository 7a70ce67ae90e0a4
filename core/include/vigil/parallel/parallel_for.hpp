#pragma once

#include <vigil/pool/crew.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/worker.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <utility>

namespace vigil {

// Loops over a range of indices, cut in halves until a piece is small enough to be run in one go.
//
//   vigil::parallel_for(worker, 0, n, [&](std::size_t i) { out[i] = f(in[i]); });
//   const double sum = vigil::parallel_reduce(worker, 0, n, 0.0, [&](std::size_t i) { return in[i]; }, std::plus());
//
// The left half runs on the caller, the right one on whoever steals it, so a piece that nobody steals costs a join. A
// range that is small to begin with costs nothing more than a loop. Exceptions are those of join: the rest of a piece
// is not run, the other pieces are, and the leftmost exception is thrown.

// When to stop cutting.
struct Grain {
  // No piece is smaller, if the whole range is not.
  std::size_t least = 1'024;
  // About so many pieces for each worker: enough that they can even out.
  std::size_t pieces_per_worker = 4;

  [[nodiscard]] constexpr std::size_t of(std::size_t indices, std::size_t workers) const {
    return std::max({indices / std::max<std::size_t>(1, workers * pieces_per_worker), least, std::size_t{1}});
  }
};

namespace detail {

// What `map(i)` gives for the indices of one piece, `combine`d in their order, after `start`.
template <class Value, class Map, class Combine>
Value reduce_piece(std::size_t begin, std::size_t end, Value start, Map& map, Combine& combine) {
  for (; begin != end; ++begin) start = combine(std::move(start), map(begin));
  return start;
}

template <class Parts, class Value, class Map, class Combine>
Value reduce_range(Worker<Parts>& worker, std::size_t begin, std::size_t end, std::size_t grain, const Value& identity,
                   Map& map, Combine& combine) {
  if (end - begin <= grain) return reduce_piece(begin, end, Value(identity), map, combine);
  const std::size_t middle = begin + (end - begin) / 2;
  auto [left, right] = join(
      worker, [&](Worker<Parts>& other) { return reduce_range(other, begin, middle, grain, identity, map, combine); },
      [&](Worker<Parts>& other) { return reduce_range(other, middle, end, grain, identity, map, combine); });
  return combine(std::move(left), std::move(right));
}

template <class Parts, class Body>
void run_range(Worker<Parts>& worker, std::size_t begin, std::size_t end, std::size_t grain, Body& body) {
  if (end - begin <= grain) {
    for (; begin != end; ++begin) body(begin);
    return;
  }
  const std::size_t middle = begin + (end - begin) / 2;
  (void)join(
      worker, [&, begin](Worker<Parts>& other) { run_range(other, begin, middle, grain, body); },
      [&](Worker<Parts>& other) { run_range(other, middle, end, grain, body); });
}

}  // namespace detail

// Calls body(i) once for each i of [begin, end), in any order and at the same time. Nothing if end <= begin.
template <class Parts, std::invocable<std::size_t> Body>
void parallel_for(Worker<Parts>& worker, std::size_t begin, std::size_t end, Body&& body, Grain grain = {}) {
  if (begin < end) detail::run_range(worker, begin, end, grain.of(end - begin, worker.crew().size()), body);
}

// combine(…combine(combine(identity, map(begin)), map(begin + 1))…), cut anywhere: `combine` must be associative, need
// not be commutative, and `identity` must be its neutral element; it may be used more than once. How the range is cut
// depends on the number of workers alone, so the result is the same in every run even where `combine` rounds.
template <class Parts, class Value, std::invocable<std::size_t> Map, class Combine>
[[nodiscard]] Value parallel_reduce(Worker<Parts>& worker, std::size_t begin, std::size_t end, Value identity,
                                    Map&& map, Combine&& combine, Grain grain = {}) {
  if (begin >= end) return identity;
  return detail::reduce_range(worker, begin, end, grain.of(end - begin, worker.crew().size()), identity, map, combine);
}

}  // namespace vigil
