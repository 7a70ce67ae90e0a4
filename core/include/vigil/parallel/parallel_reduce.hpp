#pragma once

#include <vigil/parallel/divide.hpp>

#include <cstddef>
#include <functional>
#include <utility>

namespace vigil {

/// Computes init ∘ map(0) ∘ map(1) ∘ … ∘ map(size − 1), where a ∘ b is `combine(a, b)`.
///
/// The operands are combined in their order, and `init` once, on the left. So `combine` must be associative. It need
/// not be commutative, and `init` need not be neutral. Where the brackets are depends on the steals. The sum of
/// floating-point numbers is not associative: Grain::fixed gives it the same brackets, and so the same result, in each
/// run and on any number of workers.
///
/// \snippet parallel/parallel_reduce.cpp example
///
/// \tparam T a type that can be moved.
/// \param place a pool or a worker, see Place.
/// \param size the number of operands besides `init`. If it is 0, the result is `init`.
/// \param init the leftmost operand.
/// \param combine combines two operands. Called by many workers at the same time, as a const object.
/// \param map `map(i)`, or `map(worker, i)`, gives an operand: a type that converts to T. Called as `combine` is.
/// \param grain how finely the operands are divided.
/// \threads Any thread, see Place.
/// \progress Blocking: as parallel_for().
/// \orders As parallel_for(), for the calls of both functions.
/// \throws std::bad_alloc if a deque cannot grow.
/// \throws PoolStopped if the pool was stopped; then no function was called.
/// \throws anything that a function throws: the exception of the leftmost piece that threw, when no call runs any more.
template <Place P, class T, class Combine, class Map>
T parallel_reduce(P& place, std::size_t size, T init, const Combine& combine, const Map& map,
                  Grain grain = Grain::automatic()) {
  if (size == 0) return init;
  T sum = detail::divide<T>(
      place, size, grain,
      [&](auto& worker, std::size_t first, std::size_t last) {
        T piece = call_on(worker, map, first);
        while (++first != last) piece = std::invoke(combine, std::move(piece), call_on(worker, map, first));
        return piece;
      },
      [&](T left, T right) -> T { return std::invoke(combine, std::move(left), std::move(right)); });
  return std::invoke(combine, std::move(init), std::move(sum));
}

}  // namespace vigil
