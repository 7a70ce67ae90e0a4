#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/latch/core_latch_tables.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace vigil {

// What one worker waits for, and what keeps its setter from waking it in vain or not at all.
//
// A latch belongs to a wait: the end of a stolen job, the end of the pool. Its owner moves through
//
//     unset ── get_sleepy ──▶ sleepy ── fall_asleep ──▶ sleeping ── wake_up ──▶ unset
//       └────────────────────────┴───────────┬──────────────┘
//                                       set (anyone)
//                                            ▼
//                                           set
//
// and the setter replaces whatever state it finds by `set`, at once, and learns whether the owner was sleeping. Only
// then does it have to wake it. The state in between, `sleepy`, is why no wake is lost: an owner that has announced
// itself but not yet slept finds its next transition refused, and stays awake.
//
// Invariants: `set_is_final` (only reset leaves it); `one_setter_wakes` (of all calls to set, at most one returns
// true). Whoever sleeps must lock its mutex before fall_asleep and check nothing but what that mutex guards after it;
// see Sleep.
//
// All operations are wait-free. Source: Rayon's CoreLatch.

enum class LatchState : std::uint32_t { unset, sleepy, sleeping, set };

[[nodiscard]] constexpr std::string_view to_string(LatchState state) {
  constexpr std::string_view kNames[] = {"unset", "sleepy", "sleeping", "set"};
  return kNames[static_cast<std::uint32_t>(state)];
}

template <AtomicsLayer A = StdAtomics, const CoreLatchOrders& Orders = kCoreLatchOrders,
          const CoreLatchProtocol& Protocol = kCoreLatchProtocol>
class CoreLatch {
 public:
  constexpr CoreLatch() noexcept = default;
  CoreLatch(const CoreLatch&) = delete;
  CoreLatch& operator=(const CoreLatch&) = delete;

  // Whether the latch is set. Any thread. What happened before set happens before a probe that returns true.
  [[nodiscard]] bool probe() const { return state_.load(Orders.probe) == kSet; }

  // The owner begins to fall asleep. False if the latch is set.
  [[nodiscard]] bool get_sleepy() { return change(kUnset, kSleepy, Orders.get_sleepy); }

  // The owner, sleepy, is about to block. False if the latch has been set since.
  [[nodiscard]] bool fall_asleep() { return change(kSleepy, kSleeping, Orders.fall_asleep); }

  // The owner is awake again, whoever woke it. A latch that is set stays set.
  void wake_up() {
    if (!Protocol.wake_up_keeps_set) return state_.store(kUnset, Orders.reset);
    if (!probe()) (void)change(kSleeping, kUnset, Orders.wake_up);
  }

  // Sets the latch. Any thread. True if the owner was sleeping: then, and only then, the caller has to wake it.
  // The owner may be gone as soon as the latch is set: the caller must not touch the latch again, and must know whom to
  // wake beforehand.
  [[nodiscard]] bool set() {
    if (Protocol.set_by_exchange) return state_.exchange(kSet, Orders.set) == kSleeping;
    const std::uint32_t seen = state_.load(Orders.probe);
    state_.store(kSet, Orders.set);
    return seen == kSleeping;
  }

  // Makes the latch ready for another wait. Owner only, while nobody may set it.
  void reset() { state_.store(kUnset, Orders.reset); }

  // The state as it was a moment ago: for invariants, tests and traces.
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

  typename A::template atomic<std::uint32_t> state_{kUnset, "latch"};
};

}  // namespace vigil
