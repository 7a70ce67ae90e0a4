#pragma once

#include <vigil/parallel/divide.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace vigil {

// Calls body(i), or body(worker, i), for each i from `first` to before `last`, perhaps at the same time and in any
// order.
//
//   vigil::parallel_for(pool, 0, rows, [&](int row) { draw(row); });
//
// Any thread; see Place. Everything before happens before each call, and everything in the calls before the return.
// Nothing is allocated, but when a deque grows. Progress: blocking; a worker runs other jobs while it waits.
//
// Exceptions: a call that throws ends its piece, so calls behind it in the piece are not made; those of other pieces
// are. Then what the leftmost piece threw is thrown. std::bad_alloc if a deque cannot grow; some calls were made, then.
template <Place P, std::integral Index, class Body>
requires(!std::integral<Body>) void parallel_for(P& place, Index first, std::type_identity_t<Index> last,
                                                 const Body& body, Grain grain = Grain::adaptive()) {
  if (!(first < last)) return;
  // The difference of any two numbers of a type has room in the unsigned type that wraps.
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

// The same from zero.
template <Place P, std::integral Index, class Body>
requires(!std::integral<Body>) void parallel_for(P& place, Index size, const Body& body,
                                                 Grain grain = Grain::adaptive()) {
  parallel_for(place, Index{0}, size, body, grain);
}

// Calls part(first, last), or part(worker, first, last), for pieces that together are the positions before `size`: for
// bodies that keep something from one position to the next. Otherwise as parallel_for.
template <Place P, class Part>
void parallel_for_pieces(P& place, std::size_t size, const Part& part, Grain grain = Grain::adaptive()) {
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
