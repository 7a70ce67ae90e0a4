#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/latch/once_latch_tables.hpp>
#include <vigil/latch/waiters.hpp>

#include <atomic>
#include <cstdint>

namespace vigil {

/// Opens when it is set, once: the signal that something is complete. A thread that waited for it may destroy it at
/// once.
///
/// The *setter* sets the latch. A *waiter* blocks until it is set. The latch takes four bytes and has four states:
///
/// \code{.unparsed}
///     unset ───────────── set (setter) ────────────────────▶ set
///       │ announce (waiter)                                    ▲
///       ▼                                                      │ end (setter)
///     sleeping ───────── wake (setter) ──▶ waking ── notifies ─┘
/// \endcode
///
/// A waiter announces itself and then blocks for as long as the latch is `sleeping`. The system compares the word again
/// before it lets the waiter sleep. So no wakeup is lost between the announcement and the sleep, and the latch needs no
/// state for a waiter that is about to sleep, as CoreLatch has.
///
/// The step to `set` is the last access of the setter. If a waiter has announced itself, the setter has to notify it,
/// and notifying is an access. So it notifies while the latch is `waking`: the waiter is no longer to sleep, and not
/// yet to leave. If the setter notified after the latch was set, it would access memory that the waiter may have freed
/// (S-24).
///
/// A waiter that wakes up for no reason finds the latch `sleeping` and blocks again. It takes nothing back, so the
/// setter that has found it there needs no further read-modify-write.
///
/// Invariant `set_is_final`: no step leaves the state `set`.
///
/// \snippet latch/once_latch.cpp example
/// \tparam Layer the atomics layer.
/// \tparam kWaiters how many threads may wait at the same time.
/// \tparam Orders, Protocol the tables; models pass their own.
/// \source The states of Blitz's OnceLatch, with `waking` in the place of its `sleepy`.
template <WaitingLayer Layer = StdAtomics, Waiters kWaiters = Waiters::one,
          const OnceLatchOrders& Orders = kOnceLatchOrders, const OnceLatchProtocol& Protocol = kOnceLatchProtocol>
class OnceLatch {
 public:
  /// A latch that is not set.
  constexpr OnceLatch() noexcept = default;
  OnceLatch(const OnceLatch&) = delete;
  OnceLatch& operator=(const OnceLatch&) = delete;

  /// Whether the latch is set.
  ///
  /// \threads Any thread that knows that the latch has not been destroyed.
  /// \progress Wait-free.
  /// \orders What the setter did before set happens before the return of a probe that returns true.
  [[nodiscard]] bool probe() const { return state_.load(Orders.probe) == kSet; }

  /// Sets the latch. It may have been destroyed when this returns.
  ///
  /// \pre The latch has not been set.
  /// \threads Any thread, once.
  /// \progress Wait-free: one read-modify-write; two stores and a system call more if a waiter sleeps.
  /// \orders What the caller did before happens before the return of each wait, and of each probe that returns true.
  void set() {
    std::uint32_t state = kUnset;
    // Strong: after a spurious failure the setter would go on as if a waiter slept, and one could announce itself.
    if (state_.compare_exchange_strong(state, kSet, Orders.set, Orders.refused)) return;
    Layer::require(state == kSleeping, "OnceLatch: set more than once");
    state_.store(Protocol.wake_before_set ? kWaking : kSet, Orders.wake);
    kWaiters == Waiters::many ? state_.notify_all() : state_.notify_one();
    state_.store(kSet, Orders.end);
  }

  /// Blocks until the latch is set.
  ///
  /// \param spin how long to spin before blocking.
  /// \threads Any thread; with Waiters::one, one thread at a time.
  /// \progress Blocking.
  /// \orders What the setter did before set happens before the return.
  void wait(SpinWait<Layer> spin = SpinWait<Layer>()) {
    bool has_announced = false;
    Layer::retry([&] {
      const std::uint32_t state = state_.load(Orders.probe);
      if (state == kSet) return true;
      if (state == kWaking || !spin.should_block()) {
        spin.pause();
        return false;
      }
      Layer::require(kWaiters == Waiters::many || has_announced || state == kUnset,
                     "OnceLatch: two waiters, made for one");
      if (state == kUnset && !announce()) return false;
      has_announced = true;
      state_.wait(kSleeping, Orders.sleep);
      return false;
    });
  }

 private:
  enum State : std::uint32_t { kUnset, kSleeping, kWaking, kSet };

  // False if the caller may not block.
  bool announce() {
    std::uint32_t state = kUnset;
    return state_.compare_exchange_weak(state, kSleeping, Orders.announce, Orders.late);
  }

  typename Layer::template atomic<std::uint32_t> state_{kUnset, "state"};
};

static_assert(sizeof(OnceLatch<>) == 4);

}  // namespace vigil
