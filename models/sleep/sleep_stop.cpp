// Can a worker sleep through its stop, or through the end of its wait?

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::Setting;
using sleeping::with_tables;
using sleeping::World;

template <AtomicsLayer Layer>
struct OneWorker : World<Layer, 1, 0> {
  static constexpr std::string_view kSentence = "a worker that goes to sleep while its latch is set ends its wait";
  static constexpr std::string_view kBounds =
      "1 worker; 1 thread that sets the latch; 1 thread that wakes the worker without reason";
  static constexpr auto threads() {
    return std::tuple{&OneWorker::worker, &OneWorker::setter, &OneWorker::spurious_waker};
  }

  void worker() { this->work(0); }
  void setter() { this->stop(); }
  void spurious_waker() { this->sleep.wake_any(1); }
};

const auto one_worker = with_tables(model<OneWorker>("sleep/sleep/stop/one-worker")).holds();

const auto weakest = one_worker
                         .with(CoreLatchOrders{.get_sleepy = std::memory_order_relaxed,
                                               .fall_asleep = std::memory_order_relaxed,
                                               .wake_up = std::memory_order_relaxed,
                                               .set = std::memory_order_release})
                         .with(AtomicCountersOrders{.load = std::memory_order_relaxed,
                                                    .toggle = std::memory_order_relaxed,
                                                    .register_sleeper = std::memory_order_relaxed,
                                                    .inactive = std::memory_order_relaxed,
                                                    .release_sleeper = std::memory_order_relaxed})
                         .named("sleep/sleep/stop/one-worker/no-seq-cst")
                         .defect("S-07")
                         .holds();

const auto by_flag = one_worker.with(Setting{.stop_through_latch = false})
                         .named("sleep/sleep/stop/one-worker/by-flag")
                         .defect("S-16")
                         .fails(Violation::missed_wake);

const auto load_then_store = one_worker.mutant("latch_set_by_load_and_store")
                                 .named("sleep/sleep/stop/one-worker/latch-set-by-load-and-store")
                                 .defect("S-13")
                                 .fails(Violation::missed_wake);

const auto bare_signal = one_worker.mutant("wakes_by_bare_signal")
                             .named("sleep/sleep/stop/one-worker/bare-signal")
                             .defect("S-13")
                             .fails(Violation::missed_wake);

// No order of the flag helps: the sleeper is counted before it raises the flag.
const auto check_before_lock = one_worker.mutant("checks_before_locking")
                                   .with(SleepOrders{.blocked = std::memory_order_seq_cst})
                                   .named("sleep/sleep/stop/one-worker/waker-checks-before-it-locks")
                                   .defect("S-14")
                                   .fails(Violation::missed_wake);

const auto late_lock = one_worker.mutant("registers_without_mutex")
                           .named("sleep/sleep/stop/one-worker/mutex-not-held-while-registering")
                           .defect("S-14")
                           .fails(Violation::missed_wake);

const auto both_decrement = one_worker.mutant("sleeper_decrements_too")
                                .named("sleep/sleep/stop/one-worker/waker-and-sleeper-decrement")
                                .defect("S-12")
                                .fails(Violation::requirement);

// The invariant. A thread of its own checks it at any moment.
template <AtomicsLayer Layer>
struct Audited : World<Layer, 1, 1> {
  static constexpr std::string_view kSentence =
      "while no thread holds a sleeper's mutex, the count of sleeping workers is the number of blocked workers";
  static constexpr std::string_view kBounds = "1 worker; 1 poster: one job; 1 thread that counts once";
  static constexpr auto threads() { return std::tuple{&Audited::worker, &Audited::poster, &Audited::auditor}; }

  void worker() { this->work(0); }
  void poster() { this->inject(0); }
  void auditor() { Layer::require(this->sleep.waker_decrements(), "waker_decrements"); }
};

const auto audited = with_tables(model<Audited>("sleep/sleep/waker-decrements")).holds();

const auto audited_both_decrement = audited.mutant("sleeper_decrements_too")
                                        .named("sleep/sleep/waker-decrements/waker-and-sleeper-decrement")
                                        .defect("S-12")
                                        .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct TwoStopped : World<Layer, 2, 0> {
  static constexpr std::string_view kSentence = "two workers that fall asleep while they are stopped both end";
  static constexpr std::string_view kBounds = "2 workers; 1 thread that stops both";
  static constexpr auto threads() {
    return std::tuple{&TwoStopped::first_worker, &TwoStopped::second_worker, &TwoStopped::stopper};
  }

  void first_worker() { this->work(0); }
  void second_worker() { this->work(1); }
  void stopper() { this->stop(); }
};

const auto two_workers = with_tables(model<TwoStopped>("sleep/sleep/stop/two-workers")).holds();

}  // namespace
}  // namespace vigil::models
