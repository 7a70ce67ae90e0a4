#pragma once

#include <vigil/parallel/place.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/outcome.hpp>
#include <vigil/pool/worker.hpp>

namespace vigil {

// Calls all functions, perhaps at the same time, and returns their results in a tuple: `join`, from any thread.
//
//   const auto [odd, even] = vigil::parallel_invoke(pool, [&] { return half(1); }, [&] { return half(0); });
//
// Any thread; see Place. For the rest, exceptions among it, see join.
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
