#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/steal_result.hpp>

#include <optional>

namespace vigil {

// Steals from `victim` until it gets a job or sees none. Lock-free: it goes round only when somebody else took a job.
//
// Between attempts it pauses 1, 2, 4, … 32 times, so that competing thieves spread out, and from then on gives the
// processor up, so that it never burns the time slice of the thread that is in its way.
template <AtomicsLayer A = StdAtomics, class Victim>
[[nodiscard]] std::optional<typename Victim::Job> steal_loop(Victim& victim) {
  constexpr unsigned kLongestPause = 32;
  for (unsigned pause = 1;;) {
    const StealResult<typename Victim::Job> result = victim.steal();
    if (result.is_success()) return result.job();
    if (result.is_empty()) return std::nullopt;
    if (pause > kLongestPause) {
      A::yield();
      continue;
    }
    for (unsigned i = 0; i != pause; ++i) A::relax();
    pause *= 2;
  }
}

}  // namespace vigil
