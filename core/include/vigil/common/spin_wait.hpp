#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>

namespace vigil {

/// Waits a little longer each time, for what should happen at any moment: 1, 2, 4, … pauses, and then a yield each
/// time. The yields keep a waiting thread from using up the time slice of the thread that it waits for.
///
/// An object belongs to one wait of one thread.
///
/// \snippet common/spin_wait.cpp example
/// \tparam Layer the atomics layer.
template <AtomicsLayer Layer = StdAtomics>
class SpinWait {
 public:
  /// How often the pause doubles if the caller asks for nothing else: 63 pauses before the first yield.
  static constexpr unsigned kDoublings = 6;

  /// \param doublings How many calls of pause come before the first yield. Models use 0: a loop whose state changes is
  ///   not a wait to the checker.
  constexpr explicit SpinWait(unsigned doublings = kDoublings) noexcept : left_(doublings) {}

  /// Whether the next pause yields. A waiter that can block should block instead.
  [[nodiscard]] constexpr bool would_yield() const noexcept { return left_ == 0; }

  /// Waits once.
  void pause() {
    if (would_yield()) return Layer::yield();
    for (unsigned i = 0; i != length_; ++i) Layer::relax();
    length_ *= 2;
    --left_;
  }

 private:
  unsigned left_;
  unsigned length_ = 1;
};

}  // namespace vigil
