#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>

namespace vigil {

// How to wait for what should come at any moment: pauses of 1, 2, 4, … times, then the processor is given up each time,
// so that a thread that waits never burns the time slice of the one that it waits for.
//
// `doublings`: how many pauses come before the first yield. Models use 0: a loop whose state changes is none.
template <AtomicsLayer A = StdAtomics>
class SpinWait {
 public:
  static constexpr unsigned kDoublings = 6;

  constexpr explicit SpinWait(unsigned doublings = kDoublings) noexcept : left_(doublings) {}

  // Whether the next `pause` gives the processor up: the time to block instead, if the waiter can.
  [[nodiscard]] constexpr bool would_yield() const noexcept { return left_ == 0; }

  void pause() {
    if (would_yield()) return A::yield();
    for (unsigned i = 0; i != length_; ++i) A::relax();
    length_ *= 2;
    --left_;
  }

 private:
  unsigned left_;
  unsigned length_ = 1;
};

}  // namespace vigil
