#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/steal_result.hpp>

#include <optional>

namespace vigil {

/// Steals from `victim` until it takes a job or finds none.
///
/// Between attempts it pauses 1, 2, 4, ... 32 times, so that competing thieves spread out. Then it yields the processor
/// after each attempt, so that a thread that it competes with can run.
///
/// \threads Any thread that may call `victim.steal()`.
/// \progress Lock-free: it repeats only if another thread took a job.
///
/// \snippet deque/steal_loop.cpp example
template <AtomicsLayer Layer = StdAtomics, class Victim>
[[nodiscard]] std::optional<typename Victim::Job> steal_loop(Victim& victim) {
  constexpr unsigned kLongestPause = 32;
  for (unsigned pause = 1;;) {
    const StealResult<typename Victim::Job> result = victim.steal();
    if (result.is_success()) return result.job();
    if (result.is_empty()) return std::nullopt;
    if (pause > kLongestPause) {
      Layer::yield();
      continue;
    }
    for (unsigned i = 0; i != pause; ++i) Layer::relax();
    pause *= 2;
  }
}

}  // namespace vigil
