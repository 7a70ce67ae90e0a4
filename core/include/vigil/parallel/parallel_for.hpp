#pragma once

#include <vigil/parallel/divide.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace vigil {

/// Calls `body(i)`, or `body(worker, i)`, for each `i` in [`first`, `last`), perhaps at the same time and in any order.
///
/// \snippet parallel/parallel_for.cpp example
///
/// \param place a pool or a worker, see Place.
/// \param first the first index.
/// \param last the end of the range. If it is not greater than `first`, there are no calls.
/// \param body called by many workers at the same time, as a const object.
/// \param grain how finely the range is divided.
/// \threads Any thread, see Place.
/// \progress Blocking: waits for the end of all calls. A worker runs other jobs meanwhile. Allocates only if a deque
///   grows.
/// \orders What happens before the call happens before each call of `body`, and these happen before the return.
/// \throws std::bad_alloc if a deque cannot grow; then only some calls were made.
/// \throws PoolStopped if the pool was stopped and there is a call to make; then no call was made.
/// \throws anything that a call throws. The later calls of its piece are not made, those of other pieces are. Then the
///   exception of the leftmost piece that threw is thrown, when no call runs any more.
template <Place P, std::integral Index, class Body>
requires(!std::integral<Body>) void parallel_for(P& place, Index first, std::type_identity_t<Index> last,
                                                 const Body& body, Grain grain = Grain::automatic()) {
  if (!(first < last)) return;
  // Unsigned, so that the difference of any two numbers of the type fits.
  const auto size = static_cast<std::size_t>(last) - static_cast<std::size_t>(first);
  detail::divide<Nothing>(
      place, size, grain,
      [&](auto& worker, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i != end; ++i)
          call_on(worker, body, static_cast<Index>(static_cast<std::size_t>(first) + i));
        return Nothing();
      },
      detail::NothingTwice());
}

/// Calls `body(i)`, or `body(worker, i)`, for each `i` in [0, `size`). Otherwise as the other parallel_for().
template <Place P, std::integral Index, class Body>
requires(!std::integral<Body>) void parallel_for(P& place, Index size, const Body& body,
                                                 Grain grain = Grain::automatic()) {
  parallel_for(place, Index{0}, size, body, grain);
}

/// Calls `part(first, last)`, or `part(worker, first, last)`, for pieces [`first`, `last`) that together are [0,
/// `size`). Otherwise as parallel_for().
///
/// Use it for a body that keeps something from one position to the next, such as a buffer.
template <Place P, class Part>
void parallel_for_pieces(P& place, std::size_t size, const Part& part, Grain grain = Grain::automatic()) {
  if (size == 0) return;
  detail::divide<Nothing>(
      place, size, grain,
      [&](auto& worker, std::size_t first, std::size_t last) {
        call_on(worker, part, first, last);
        return Nothing();
      },
      detail::NothingTwice());
}

}  // namespace vigil
