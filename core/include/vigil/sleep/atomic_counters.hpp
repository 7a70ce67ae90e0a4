#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/sleep/atomic_counters_tables.hpp>
#include <vigil/sleep/jobs_event_counter.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace vigil {

// Three counts in one word: which workers sleep, which are idle, and the jobs event counter. One atomic read returns
// all three, and one compare-exchange can depend on all three.
//
//      63                    32 31              16 15               0
//     ┌────────────────────────┬──────────────────┬──────────────────┐
//     │   jobs event counter   │     inactive     │     sleeping     │      the default widths
//     └────────────────────────┴──────────────────┴──────────────────┘
//
//   inactive   workers that run no job: idle, sleepy or sleeping
//   sleeping   the inactive workers that have registered to block and that no waker has released
//
// Invariant `sleeping_within_inactive`: 0 ≤ sleeping ≤ inactive ≤ workers.
// The waker decrements `sleeping`, never the sleeper: see Sleep, `waker_decrements`.
//
// All operations are lock-free. Those that are one read-modify-write are wait-free. Source: Rayon's sleep counters.

/// The widths of the fields, in bits. The jobs event counter is at the top of the word, so it wraps around by itself.
///
/// \snippet sleep/atomic_counters.cpp example
template <unsigned SleepingBits = 16, unsigned InactiveBits = 16, unsigned JobsEventBits = 32>
struct CounterWidths {
  static_assert(SleepingBits >= 1 && InactiveBits >= SleepingBits && JobsEventBits >= 1);
  static_assert(SleepingBits + InactiveBits + JobsEventBits <= 64);

  /// Where the fields begin, what one more of each adds, and masks.
  /// \{
  static constexpr unsigned kInactiveShift = SleepingBits;
  static constexpr unsigned kJobsEventShift = 64 - JobsEventBits;
  static constexpr std::uint64_t kOneSleeping = 1;
  static constexpr std::uint64_t kOneInactive = std::uint64_t{1} << kInactiveShift;
  static constexpr std::uint64_t kOneJobsEvent = std::uint64_t{1} << kJobsEventShift;
  static constexpr std::uint64_t kSleepingMask = kOneInactive - 1;
  static constexpr std::uint64_t kInactiveMask = (std::uint64_t{1} << InactiveBits) - 1;
  /// \}
  /// More workers than this would carry from one field into the next (S-32).
  static constexpr std::uint64_t kMaxWorkers = kSleepingMask;
};

/// The word at one moment.
template <class Widths = CounterWidths<>>
class CountersSnapshot {
 public:
  /// The counters that `word` packs.
  constexpr explicit CountersSnapshot(std::uint64_t word) noexcept : word_(word) {}

  /// The fields.
  /// \{
  [[nodiscard]] constexpr std::uint64_t sleeping() const noexcept { return word_ & Widths::kSleepingMask; }
  [[nodiscard]] constexpr std::uint64_t inactive() const noexcept {
    return (word_ >> Widths::kInactiveShift) & Widths::kInactiveMask;
  }
  [[nodiscard]] constexpr JobsEventCounter jobs_event_counter() const noexcept {
    return JobsEventCounter(word_ >> Widths::kJobsEventShift);
  }
  /// \}
  /// Workers that are searching for jobs: they find one without being woken.
  [[nodiscard]] constexpr std::uint64_t awake_but_idle() const noexcept { return inactive() - sleeping(); }
  /// The invariant of that name.
  [[nodiscard]] constexpr bool sleeping_within_inactive() const noexcept { return sleeping() <= inactive(); }
  /// The whole word.
  [[nodiscard]] constexpr std::uint64_t word() const noexcept { return word_; }

  /// Compares the words.
  friend constexpr bool operator==(CountersSnapshot, CountersSnapshot) noexcept = default;

 private:
  std::uint64_t word_;
};

/// The packed counters of one Sleep.
///
/// \threads Any thread.
/// \progress Wait-free, unless a function says otherwise.
/// \source Rayon's sleep counters.
template <AtomicsLayer Layer = StdAtomics, class Widths = CounterWidths<>,
          const AtomicCountersOrders& Orders = kAtomicCountersOrders,
          const AtomicCountersProtocol& Protocol = kAtomicCountersProtocol>
class AtomicCounters {
 public:
  /// What `load` returns.
  using Snapshot = CountersSnapshot<Widths>;

  /// The most workers that the fields can count.
  static constexpr std::uint64_t kMaxWorkers = Widths::kMaxWorkers;

  /// How many sleepers a worker wakes, at most, when it stops being idle. With two, the number of awake workers can
  /// double in each step.
  static constexpr std::uint64_t kCascade = 2;

  constexpr AtomicCounters() noexcept = default;
  AtomicCounters(const AtomicCounters&) = delete;
  AtomicCounters& operator=(const AtomicCounters&) = delete;

  /// The word as it is.
  [[nodiscard]] Snapshot load() const { return Snapshot(word_.load(Orders.load)); }

  /// Increments the jobs event counter if `is_stale` is true of it. Returns the word that is right:
  /// `!is_stale(result.jobs_event_counter())` holds. It is the very word that this call wrote or found: a second read
  /// could return the event of another thread (S-05).
  ///
  /// \progress Lock-free.
  template <class Predicate>
  Snapshot increment_jobs_event_counter_if(Predicate is_stale) {
    std::uint64_t result = 0;
    Layer::retry([&] {
      std::uint64_t word = word_.load(Orders.load);
      std::uint64_t next = word;
      if (is_stale(Snapshot(word).jobs_event_counter())) {
        next = word + Widths::kOneJobsEvent;
        if (!word_.compare_exchange_strong(word, next, Orders.toggle, Orders.failed)) return false;
      }
      // Only now: a failed attempt must leave nothing behind.
      result = next;
      return true;
    });
    return Snapshot(result);
  }

  /// One more worker without a job.
  void add_inactive() {
    const Snapshot before(word_.fetch_add(Widths::kOneInactive, Orders.inactive));
    Layer::require(before.inactive() < kMaxWorkers, "AtomicCounters: more inactive workers than the field can count");
  }

  /// One worker fewer without a job. Returns how many sleepers this worker should wake: the cascade.
  std::uint64_t sub_inactive() {
    const Snapshot before(word_.fetch_sub(Widths::kOneInactive, Orders.inactive));
    Layer::require(before.inactive() > 0, "AtomicCounters: a worker became active that was not inactive");
    Layer::require(before.sleeping() < before.inactive(),
                   "AtomicCounters: a worker became active while counted as sleeping");
    return Protocol.cascade ? std::min(before.sleeping(), kCascade) : 0;
  }

  /// Registers the calling worker as sleeping if the word still is `expected`. One attempt, which fails only if the
  /// word has changed. Wait-free.
  [[nodiscard]] bool try_add_sleeping(Snapshot expected) {
    Layer::require(expected.sleeping() < expected.inactive(),
                   "AtomicCounters: more sleeping workers than inactive ones");
    std::uint64_t word = expected.word();
    return word_.compare_exchange_strong(word, word + Widths::kOneSleeping, Orders.register_sleeper, Orders.failed);
  }

  /// Takes back one registration. The waker that releases a sleeper calls it, under the sleeper's mutex.
  void sub_sleeping() {
    const Snapshot before(word_.fetch_sub(Widths::kOneSleeping, Orders.release_sleeper));
    Layer::require(before.sleeping() > 0, "AtomicCounters: a sleeper was released twice");
  }

 private:
  typename Layer::template atomic<std::uint64_t> word_{std::uint64_t{0}, "counters"};
};

}  // namespace vigil
