#pragma once

#include <vigil/parallel/place.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/outcome.hpp>
#include <vigil/pool/worker.hpp>

#include <tuple>
#include <utility>

namespace vigil {

/// Calls all functions, perhaps at the same time, and returns their results in a tuple. It is `join` for any thread.
///
/// A function may take the worker on which it runs. One that returns nothing gives `Nothing`; one that returns a
/// reference gives a copy.
///
/// \snippet parallel/parallel_invoke.cpp example
///
/// \threads Any thread, see Place.
/// \progress Blocking: waits for the end of all calls. A worker runs other jobs meanwhile. Allocates only if a deque
///   grows.
/// \orders What happens before the call happens before each function, and these happen before the return.
/// \throws std::bad_alloc if a deque cannot grow; then some functions may not have been called.
/// \throws PoolStopped if the pool was stopped; then no function was called.
/// \throws anything that a function throws. The others are called nevertheless. Then the exception of the leftmost one
///   that threw is thrown, and those of the others are lost.
template <Place P, class... Functions>
auto parallel_invoke(P& place, Functions&&... functions) {
  using Parts = typename detail::PartsOf<P>::type;
  return detail::begin_at(place, [&](Worker<Parts>& worker) {
    if constexpr (sizeof...(Functions) == 1)
      return detail::alone(value_on(worker, functions...));
    else
      return join(worker, functions...);
  });
}

/// Calls all functions, perhaps at the same time, and returns their results by name: in the members of a Results, in
/// the order of both. Otherwise as the other parallel_invoke().
///
/// The results are named at the call without this, by a structured binding: `auto [least, greatest] =
/// parallel_invoke(…)`. Use a struct if the results are handed on, or if several have the same type: then a name tells
/// them apart where a position does not.
///
/// \tparam Results a class that can be initialised with the results in braces, so without narrowing, such as an
///   aggregate with a member for each function. A function that returns nothing has a member of type Nothing.
template <class Results, Place P, class... Functions>
Results parallel_invoke(P& place, Functions&&... functions) {
  return std::apply([](auto&&... values) { return Results{std::move(values)...}; },
                    parallel_invoke(place, std::forward<Functions>(functions)...));
}

}  // namespace vigil
