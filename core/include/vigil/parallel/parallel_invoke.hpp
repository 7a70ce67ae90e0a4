#pragma once

#include <vigil/parallel/place.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/outcome.hpp>
#include <vigil/pool/worker.hpp>

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

}  // namespace vigil
