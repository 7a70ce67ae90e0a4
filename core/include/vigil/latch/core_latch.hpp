#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/latch/core_latch_tables.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace vigil {

/// The states of a CoreLatch.
enum class LatchState : std::uint32_t {
  unset,     ///< The owner is awake, or has begun no attempt to sleep.
  sleepy,    ///< The owner has announced that it will sleep.
  sleeping,  ///< The owner blocks, or is about to.
  set,       ///< What the owner waits for has happened.
};

/// The name of the state, as the enumerator is written.
[[nodiscard]] constexpr std::string_view to_string(LatchState state) {
  constexpr std::string_view kNames[] = {"unset", "sleepy", "sleeping", "set"};
  return kNames[static_cast<std::uint32_t>(state)];
}

/// What one worker waits for. The thread that sets it learns whether it must wake the worker.
///
/// A latch belongs to one wait: for the end of a stolen job, or for the end of the pool. The *owner* is the worker that
/// waits. A *setter* is any thread that sets the latch.
///
/// \code{.unparsed}
///     unset ── get_sleepy ──▶ sleepy ── fall_asleep ──▶ sleeping ── wake_up ──▶ unset
///       └────────────────────────┴───────────┬──────────────┘
///                                       set (any thread)
///                                            ▼
///                                           set
/// \endcode
///
/// A setter replaces any state by `set` and learns in the same step whether the owner was sleeping. Only then must it
/// wake the owner. The state `sleepy` is why no wakeup is lost: if the latch is set after the owner has announced
/// itself and before it sleeps, the owner's next transition is refused and the owner stays awake.
///
/// Invariants:
///   * `set_is_final`: only reset leaves the state `set`.
///   * `one_setter_wakes`: of all calls of set, at most one returns true.
///
/// The latch does not block or wake. An owner that blocks must lock its mutex before it calls fall_asleep, and after it
/// check only what that mutex guards. A setter that wakes locks that mutex. See Sleep.
///
/// \snippet latch/core_latch.cpp example
/// \tparam Layer the atomics layer.
/// \tparam Orders, Protocol the tables; models pass their own.
/// \progress All operations are wait-free.
/// \source Rayon's CoreLatch.
template <AtomicsLayer Layer = StdAtomics, const CoreLatchOrders& Orders = kCoreLatchOrders,
          const CoreLatchProtocol& Protocol = kCoreLatchProtocol>
class CoreLatch {
 public:
  /// An unset latch.
  constexpr CoreLatch() noexcept = default;
  CoreLatch(const CoreLatch&) = delete;
  CoreLatch& operator=(const CoreLatch&) = delete;

  /// Whether the latch is set.
  ///
  /// \threads Any thread.
  /// \orders What the setter did before set happens before the return of a probe that returns true.
  [[nodiscard]] bool probe() const { return state_.load(Orders.probe) == kSet; }

  /// Announces that the owner will sleep.
  ///
  /// \return false if the latch is set.
  /// \threads The owner.
  [[nodiscard]] bool get_sleepy() { return change(kUnset, kSleepy, Orders.get_sleepy); }

  /// Says that the owner, which is sleepy, is about to block.
  ///
  /// \return false if the latch has been set since. Then the owner must not block.
  /// \threads The owner, with its mutex locked.
  [[nodiscard]] bool fall_asleep() { return change(kSleepy, kSleeping, Orders.fall_asleep); }

  /// Says that the owner is awake again, for any reason. A latch that is set stays set.
  ///
  /// \threads The owner.
  void wake_up() {
    // Not by a store, which would undo a set that came just before (S-07).
    if (!probe()) (void)change(kSleeping, kUnset, Orders.wake_up);
  }

  /// Sets the latch. The owner may destroy the latch as soon as it is set: the caller must not use the latch after this
  /// call, and must know before it which worker to wake.
  ///
  /// \return true if the owner was sleeping. Then the caller must wake it, and otherwise it need not.
  /// \threads Any thread.
  /// \orders What the caller did before happens before the return of a probe that returns true.
  [[nodiscard]] bool set() {
    // One step: an owner that falls asleep between a load and a store would not be woken (S-13).
    return state_.exchange(kSet, Orders.set) == kSleeping;
  }

  /// Makes the latch ready for another wait.
  ///
  /// \pre No thread may set the latch until the owner has handed it out again.
  /// \threads The owner.
  void reset() { state_.store(kUnset, Orders.reset); }

  /// The state as it was a moment ago, for invariants, tests and traces.
  ///
  /// \threads Any thread.
  [[nodiscard]] LatchState state() const { return static_cast<LatchState>(state_.load(Orders.probe)); }

 private:
  static constexpr auto kUnset = static_cast<std::uint32_t>(LatchState::unset);
  static constexpr auto kSleepy = static_cast<std::uint32_t>(LatchState::sleepy);
  static constexpr auto kSleeping = static_cast<std::uint32_t>(LatchState::sleeping);
  static constexpr auto kSet = static_cast<std::uint32_t>(LatchState::set);

  template <Label Name>
  bool change(std::uint32_t from, std::uint32_t to, LabelledAs<Name> order) {
    return Protocol.strong_transitions ? state_.compare_exchange_strong(from, to, order, Orders.refused)
                                       : state_.compare_exchange_weak(from, to, order, Orders.refused);
  }

  typename Layer::template atomic<std::uint32_t> state_{kUnset, "latch"};
};

}  // namespace vigil
