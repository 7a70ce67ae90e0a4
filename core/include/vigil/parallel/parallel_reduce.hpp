#pragma once

#include <vigil/parallel/divide.hpp>

#include <cstddef>
#include <functional>
#include <utility>

namespace vigil {

// init ∘ map(0) ∘ map(1) ∘ … ∘ map(size − 1), where a ∘ b is combine(a, b).
//
//   const double sum = vigil::parallel_reduce(pool, v.size(), 0.0, std::plus(), [&](auto i) { return f(v[i]); });
//
// Operands are combined in their order, and `init` once, on the left. So `combine` must be associative; it need not be
// commutative, nor `init` neutral. Where the brackets are depends on who steals: for an operation that is associative
// only nearly, as the sum of floating-point numbers, Grain::fixed gives the same brackets, and so the same result, in
// each run and on any number of workers.
//
// map(i), or map(worker, i), must give what converts to T; both functions may be called at the same time. T must be
// movable. Exceptions, progress and happens-before as with parallel_for.
template <Place P, class T, class Combine, class Map>
T parallel_reduce(P& place, std::size_t size, T init, const Combine& combine, const Map& map,
                  Grain grain = Grain::adaptive()) {
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
