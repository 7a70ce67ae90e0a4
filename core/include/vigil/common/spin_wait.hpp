#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>

namespace vigil {

/// Waits a little longer each time, for what should happen at any moment: 1, 2, 4, … pauses, and then a yield each
/// time. The yields keep a waiting thread from using up the time slice of the thread that it waits for. A waiter that
/// can block does so when should_block() says it.
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
  /// How often such a caller yields before it should block. To let the thread run that it waits for costs less than to
  /// be woken by it.
  static constexpr unsigned kYields = 4;

  /// With these two.
  constexpr SpinWait() noexcept : SpinWait(kDoublings, kYields) {}
  /// \param doublings How many calls of pause come before the first yield. Models use 0: a loop whose state changes is
  ///   not a wait to the checker.
  /// \param yields How many yields come before a waiter should block.
  constexpr explicit SpinWait(unsigned doublings, unsigned yields = 0) noexcept
      : left_(doublings), yields_left_(yields) {}

  /// Whether the next pause yields.
  [[nodiscard]] constexpr bool would_yield() const noexcept { return left_ == 0; }

  /// Whether a waiter that can block should block now instead of a pause.
  [[nodiscard]] constexpr bool should_block() const noexcept { return would_yield() && yields_left_ == 0; }

  /// Waits once.
  void pause() {
    if (would_yield()) {
      if (yields_left_ != 0) --yields_left_;
      return Layer::yield();
    }
    for (unsigned i = 0; i != length_; ++i) Layer::relax();
    length_ *= 2;
    --left_;
  }

 private:
  unsigned left_;
  unsigned yields_left_;
  unsigned length_ = 1;
};

}  // namespace vigil
