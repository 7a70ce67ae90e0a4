// Can a worker sleep through a job that a thread outside the pool has injected?

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::QueueOrders;
using sleeping::Setting;
using sleeping::with_tables;
using sleeping::World;

template <AtomicsLayer Layer>
struct OneJob : World<Layer, 1, 1> {
  static constexpr std::string_view kSentence = "a job injected while the worker goes to sleep is run";
  static constexpr std::string_view kBounds = "1 worker; 1 poster: one job; no round of yielding";
  static constexpr auto threads() { return std::tuple{&OneJob::worker, &OneJob::poster}; }

  void worker() { this->work(0); }
  void poster() { this->inject(0); }
};

const auto one_job = with_tables(model<OneJob>("sleep/sleep/injected/one-job"))
                         .search({.quick = {.bounds = {3}}, .thorough = {.bounds = {4}, .full = true}})
                         .holds();

const auto new_pool =
    one_job.with(Setting{.counter_starts_odd = false}).named("sleep/sleep/injected/one-job/new-pool").holds();

// The fences alone suffice: all operations on the counters may be relaxed (S-10).
const auto relaxed_counters = one_job
                                  .with(AtomicCountersOrders{.load = std::memory_order_relaxed,
                                                             .toggle = std::memory_order_relaxed,
                                                             .register_sleeper = std::memory_order_relaxed,
                                                             .inactive = std::memory_order_relaxed,
                                                             .release_sleeper = std::memory_order_relaxed})
                                  .named("sleep/sleep/injected/one-job/relaxed-counters")
                                  .defect("S-10")
                                  .holds();

const auto no_posted = one_job.with(SleepOrders{.posted = std::memory_order_relaxed})
                           .named("sleep/sleep/injected/one-job/without-posters-fence")
                           .defect("S-10")
                           .fails(Violation::missed_wake);

const auto no_registered = one_job.with(SleepOrders{.registered = std::memory_order_relaxed})
                               .named("sleep/sleep/injected/one-job/without-sleepers-fence")
                               .defect("S-10")
                               .fails(Violation::missed_wake);

// In a new pool the poster always moves the counter, and the worker that registers modifies the same word: that alone
// orders the two.
const auto new_pool_no_fences =
    one_job.with(SleepOrders{.posted = std::memory_order_relaxed, .registered = std::memory_order_relaxed})
        .with(Setting{.counter_starts_odd = false})
        .named("sleep/sleep/injected/one-job/new-pool/without-fences")
        .defect("S-10")
        .holds();

const auto no_last_check = one_job.with(SleepProtocol{.check_after_registering = false})
                               .named("sleep/sleep/injected/one-job/without-last-check")
                               .defect("S-31")
                               .fails(Violation::missed_wake);

const auto queue_not_covered = one_job.with(Setting{.last_check_covers_queue = false})
                                   .named("sleep/sleep/injected/one-job/queue-not-covered-by-last-check")
                                   .defect("S-29")
                                   .fails(Violation::missed_wake);

// No order of the flag helps: the sleeper is counted before it raises the flag.
const auto check_before_lock = one_job.mutant("checks_before_locking")
                                   .with(SleepOrders{.blocked = std::memory_order_seq_cst})
                                   .named("sleep/sleep/injected/one-job/waker-checks-before-it-locks")
                                   .defect("S-14")
                                   .fails(Violation::missed_wake);

const auto late_lock = one_job.mutant("registers_without_mutex")
                           .named("sleep/sleep/injected/one-job/mutex-not-held-while-registering")
                           .defect("S-14")
                           .fails(Violation::missed_wake);

const auto signal_only = one_job.mutant("wakes_by_bare_signal")
                             .named("sleep/sleep/injected/one-job/bare-signal")
                             .defect("S-13")
                             .fails(Violation::missed_wake);

const auto both_decrement = one_job.mutant("sleeper_decrements_too")
                                .named("sleep/sleep/injected/one-job/waker-and-sleeper-decrement")
                                .defect("S-12")
                                .fails(Violation::requirement);

// The same mistake, undetected: with one worker, a count that stops at zero looks right.
const auto both_decrement_saturating = one_job.mutant("sleeper_decrements_too")
                                           .mutant("subtracts_down_to_zero")
                                           .named("sleep/sleep/injected/one-job/waker-and-sleeper-decrement/saturating")
                                           .defect("S-12")
                                           .defect("S-33")
                                           .holds();

// If a latch is left sleepy, its owner never sleeps again.
template <AtomicsLayer Layer>
struct LatchOfTheAwake : World<Layer, 1, 1> {
  static constexpr std::string_view kSentence = "the latch of an awake worker is unset or set";
  static constexpr std::string_view kBounds = "1 worker: searches until it has the job; 1 poster: one job";
  static constexpr auto threads() { return std::tuple{&LatchOfTheAwake::worker, &LatchOfTheAwake::poster}; }

  CoreLatch<Layer, sleeping::latch_orders, sleeping::latch_protocol> never_set;

  void worker() {
    IdleState idle = this->sleep.start_looking(0);
    Layer::retry([&] {
      if (this->injected.take() != this->injected.kNone) return true;
      this->sleep.no_work_found(idle, never_set, [this] { return !this->injected.is_empty(); });
      Layer::require(never_set.state() == LatchState::unset, "the latch of an awake worker is not sleepy");
      return false;
    });
    this->sleep.work_found([this] { return !this->injected.is_empty(); });
    this->run(0);
  }
  void poster() { this->inject(0); }
};

const auto latch_of_the_awake = with_tables(model<LatchOfTheAwake>("sleep/sleep/injected/latch-of-the-awake")).holds();

const auto latch_left_sleeping = latch_of_the_awake.mutant("latch_stays_sleeping")
                                     .named("sleep/sleep/injected/latch-of-the-awake/latch-left-sleeping")
                                     .defect("S-08")
                                     .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct TwoWorkers : World<Layer, 2, 1> {
  static constexpr std::string_view kSentence = "a job injected while two workers go to sleep is run, once";
  static constexpr std::string_view kBounds = "2 workers; 1 poster: one job; no round of yielding";
  static constexpr auto threads() {
    return std::tuple{&TwoWorkers::first_worker, &TwoWorkers::second_worker, &TwoWorkers::poster};
  }

  void first_worker() { this->work(0); }
  void second_worker() { this->work(1); }
  void poster() { this->inject(0); }
};

const auto two_workers = with_tables(model<TwoWorkers>("sleep/sleep/injected/two-workers")).holds();

const auto two_workers_no_posted = two_workers.with(SleepOrders{.posted = std::memory_order_relaxed})
                                       .named("sleep/sleep/injected/two-workers/without-posters-fence")
                                       .defect("S-10")
                                       .fails(Violation::missed_wake);

const auto two_workers_no_registered = two_workers.with(SleepOrders{.registered = std::memory_order_relaxed})
                                           .named("sleep/sleep/injected/two-workers/without-sleepers-fence")
                                           .defect("S-10")
                                           .fails(Violation::missed_wake);

template <AtomicsLayer Layer>
struct TwoPosters : World<Layer, 1, 2> {
  static constexpr std::string_view kSentence =
      "two jobs that two posters inject while the worker goes to sleep are run";
  static constexpr std::string_view kBounds = "1 worker; 2 posters: one job each; no round of yielding";
  static constexpr auto threads() {
    return std::tuple{&TwoPosters::worker, &TwoPosters::first_poster, &TwoPosters::second_poster};
  }

  void worker() { this->work(0); }
  void first_poster() { this->inject(0); }
  void second_poster() { this->inject(1); }
};

const auto two_posters = with_tables(model<TwoPosters>("sleep/sleep/injected/two-posters")).holds();

const auto two_posters_no_posted = two_posters.with(SleepOrders{.posted = std::memory_order_relaxed})
                                       .named("sleep/sleep/injected/two-posters/without-posters-fence")
                                       .defect("S-10")
                                       .fails(Violation::missed_wake);

const auto two_posters_no_registered = two_posters.with(SleepOrders{.registered = std::memory_order_relaxed})
                                           .named("sleep/sleep/injected/two-posters/without-sleepers-fence")
                                           .defect("S-10")
                                           .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
