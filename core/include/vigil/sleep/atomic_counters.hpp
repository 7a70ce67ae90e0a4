#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/sleep/atomic_counters_tables.hpp>
#include <vigil/sleep/jobs_event_counter.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

namespace vigil {

// Who sleeps, who is idle, and what happened last, in one word, so that one atomic read tells all three and one
// compare-exchange can depend on all three.
//
//      63                    32 31              16 15               0
//     ┌────────────────────────┬──────────────────┬──────────────────┐
//     │   jobs event counter   │     inactive     │     sleeping     │      the default widths
//     └────────────────────────┴──────────────────┴──────────────────┘
//
//   inactive   workers that run no job: idle, sleepy or sleeping
//   sleeping   those of them that have registered to block and that nobody has released yet
//
// Invariant: `sleeping_within_inactive`, 0 ≤ sleeping ≤ inactive ≤ workers.
// Whoever releases a sleeper subtracts it from `sleeping`, never the sleeper itself: see Sleep, `waker_decrements`.
//
// All operations are lock-free; those that are one read-modify-write are wait-free. Source: Rayon's sleep counters.

// The widths of the fields. The jobs event counter lies on top of the word, so that it wraps around by itself.
template <unsigned SleepingBits = 16, unsigned InactiveBits = 16, unsigned JobsEventBits = 32>
struct CounterWidths {
  static_assert(SleepingBits >= 1 && InactiveBits >= SleepingBits && JobsEventBits >= 1);
  static_assert(SleepingBits + InactiveBits + JobsEventBits <= 64);

  static constexpr unsigned kInactiveShift = SleepingBits;
  static constexpr unsigned kJobsEventShift = 64 - JobsEventBits;
  static constexpr std::uint64_t kOneSleeping = 1;
  static constexpr std::uint64_t kOneInactive = std::uint64_t{1} << kInactiveShift;
  static constexpr std::uint64_t kOneJobsEvent = std::uint64_t{1} << kJobsEventShift;
  static constexpr std::uint64_t kSleepingMask = kOneInactive - 1;
  static constexpr std::uint64_t kInactiveMask = (std::uint64_t{1} << InactiveBits) - 1;
  // More workers than this would carry from one field into the next (S-32).
  static constexpr std::uint64_t kMaxWorkers = kSleepingMask;
};

// What the word said at one moment.
template <class Widths = CounterWidths<>>
class CountersSnapshot {
 public:
  constexpr explicit CountersSnapshot(std::uint64_t word) noexcept : word_(word) {}

  [[nodiscard]] constexpr std::uint64_t sleeping() const noexcept { return word_ & Widths::kSleepingMask; }
  [[nodiscard]] constexpr std::uint64_t inactive() const noexcept {
    return (word_ >> Widths::kInactiveShift) & Widths::kInactiveMask;
  }
  // Workers that look for jobs at this moment and need no waking to find one.
  [[nodiscard]] constexpr std::uint64_t awake_but_idle() const noexcept { return inactive() - sleeping(); }
  [[nodiscard]] constexpr JobsEventCounter jobs_event_counter() const noexcept {
    return JobsEventCounter(word_ >> Widths::kJobsEventShift);
  }
  [[nodiscard]] constexpr bool sleeping_within_inactive() const noexcept { return sleeping() <= inactive(); }
  [[nodiscard]] constexpr std::uint64_t word() const noexcept { return word_; }

  friend constexpr bool operator==(CountersSnapshot, CountersSnapshot) noexcept = default;

 private:
  std::uint64_t word_;
};

template <AtomicsLayer A = StdAtomics, class Widths = CounterWidths<>,
          const AtomicCountersOrders& Orders = kAtomicCountersOrders,
          const AtomicCountersProtocol& Protocol = kAtomicCountersProtocol>
class AtomicCounters {
 public:
  using Snapshot = CountersSnapshot<Widths>;

  // The most workers that the fields can count.
  static constexpr std::uint64_t kMaxWorkers = Widths::kMaxWorkers;

  // How many sleepers a worker wakes, at most, when it stops being idle: enough for the wave of waking to double.
  static constexpr std::uint64_t kCascade = 2;

  constexpr AtomicCounters() noexcept = default;
  AtomicCounters(const AtomicCounters&) = delete;
  AtomicCounters& operator=(const AtomicCounters&) = delete;

  // Any thread. Wait-free.
  [[nodiscard]] Snapshot load() const { return Snapshot(word_.load(Orders.load)); }

  // Moves the jobs event counter on if its parity is that which `stale` recognises, and returns the word as it is then:
  // `!stale(result.jobs_event_counter())` holds. The result is the very word that was written, or the one that was
  // found right: what a second read would return may already belong to somebody else's event (S-05). Any thread.
  // Lock-free.
  template <class Predicate>
  Snapshot increment_jobs_event_counter_if(Predicate stale) {
    const auto try_once = [&](std::uint64_t& next) {
      std::uint64_t word = word_.load(Orders.load);
      next = word;
      if (!stale(Snapshot(word).jobs_event_counter())) return true;
      next = word + Widths::kOneJobsEvent;
      if (!Protocol.toggle_what_was_tested) {
        next = word_.fetch_add(Widths::kOneJobsEvent, Orders.toggle) + Widths::kOneJobsEvent;
        return true;
      }
      return word_.compare_exchange_strong(word, next, Orders.toggle, Orders.failed);
    };
    std::uint64_t result = 0;
    A::retry([&] {
      std::uint64_t next = 0;
      if (!try_once(next)) return false;
      // Only now: a failed attempt leaves nothing behind.
      result = next;
      return true;
    });
    return Snapshot(result);
  }

  // One more worker without a job. Wait-free.
  void add_inactive() {
    if (!Protocol.count_in_one_step) return word_.store(load().word() + Widths::kOneInactive, Orders.inactive);
    const Snapshot before(word_.fetch_add(Widths::kOneInactive, Orders.inactive));
    A::require(before.inactive() < kMaxWorkers, "AtomicCounters: more inactive workers than the field can count");
  }

  // One worker less without a job. Returns how many sleepers it should wake: the cascade. Wait-free.
  std::uint64_t sub_inactive() {
    const Snapshot before(word_.fetch_sub(Widths::kOneInactive, Orders.inactive));
    A::require(before.inactive() > 0, "AtomicCounters: a worker became active that was not inactive");
    A::require(before.sleeping() < before.inactive(),
               "AtomicCounters: a worker became active while counted as sleeping");
    return Protocol.cascade ? std::min(before.sleeping(), kCascade) : 0;
  }

  // Registers the calling worker as sleeping, if the word still is `expected`. One attempt; wait-free.
  [[nodiscard]] bool try_add_sleeping(Snapshot expected) {
    A::require(expected.sleeping() < expected.inactive(), "AtomicCounters: more sleeping workers than inactive ones");
    std::uint64_t word = expected.word();
    const std::uint64_t next = word + Widths::kOneSleeping;
    if (!Protocol.register_on_unchanged_word) {
      word_.fetch_add(Widths::kOneSleeping, Orders.register_sleeper);
      return true;
    }
    return Protocol.strong_registration
               ? word_.compare_exchange_strong(word, next, Orders.register_sleeper, Orders.failed)
               : word_.compare_exchange_weak(word, next, Orders.register_sleeper, Orders.failed);
  }

  // Takes back one registration. Called by whoever releases the sleeper, under the sleeper's mutex. Wait-free.
  void sub_sleeping() {
    if (!Protocol.subtract_exactly) return sub_sleeping_unless_zero();
    const Snapshot before(word_.fetch_sub(Widths::kOneSleeping, Orders.release_sleeper));
    A::require(before.sleeping() > 0, "AtomicCounters: a sleeper was released twice");
  }

 private:
  // The subtraction of S-33.
  void sub_sleeping_unless_zero() {
    word_.fetch_update(
        [](std::uint64_t word) -> MaybeValue<std::uint64_t> {
          if (Snapshot(word).sleeping() == 0) return std::nullopt;
          return word - Widths::kOneSleeping;
        },
        Orders.release_sleeper, Orders.failed);
  }

  typename A::template atomic<std::uint64_t> word_{std::uint64_t{0}};
};

}  // namespace vigil
