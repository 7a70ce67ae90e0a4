// Which thread wakes a sleeper for a job that was left to a worker which then runs other work?
//
// A poster wakes no worker while an idle worker is awake to find its job (S-11). So a worker that stops being idle must
// wake another one before it runs the work that it found: that work may wait for the job that it leaves behind.

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::Queue;
using sleeping::setting;
using sleeping::with_tables;

// One worker searches until it has a job, and runs it. The other is idle and awake, and leaves with a job that waits
// for the first one.
template <AtomicsLayer Layer>
class TwoWorkers {
 public:
  // The leaver is idle from the beginning.
  TwoWorkers() { (void)sleep_.start_looking(1); }

  void searcher() {
    IdleState idle = sleep_.start_looking(0);
    Layer::retry([&] {
      if (injected_.take() != Queue<Layer>::kNone) return true;
      sleep_.no_work_found(idle, never_set_, [this] { return !injected_.is_empty(); });
      return false;
    });
    sleep_.work_found([this] { return has_work_left(); });
    ran_.set();
  }
  void leaver() {
    sleep_.work_found([this] { return has_work_left(); });
    ran_.wait();
    if (setting.cascade_after_job) sleep_.wake_any(Counters::kCascade);
  }
  void finish() {
    Layer::require(sleep_.counters().load().inactive() == 0, "no worker is inactive at the end");
    Layer::require(sleep_.waker_decrements(), "waker_decrements");
  }

 protected:
  using Counters = AtomicCounters<Layer, CounterWidths<>, sleeping::counters_orders>;
  Sleep<sleeping::Unyielding<Layer>, Counters, sleeping::sleep_orders, sleeping::sleep_protocol> sleep_{
      2, SleepRounds{.until_sleepy = 0, .until_sleeping = 1}};
  Queue<Layer> injected_{"injected"};

 private:
  [[nodiscard]] bool has_work_left() const { return setting.check_behind_covers_queue && !injected_.is_empty(); }

  CoreLatch<Layer, sleeping::latch_orders, sleeping::latch_protocol> never_set_;
  sleeping::Event<Layer> ran_;
};

template <AtomicsLayer Layer>
class IdleWorkerLeaves : public TwoWorkers<Layer> {
 public:
  static constexpr std::string_view kSentence =
      "a job is run although the worker it was left to runs another job first";
  static constexpr std::string_view kBounds =
      "2 workers: one searches until it has the job, one is idle, then runs work that waits for the job; 1 poster: "
      "one job";
  static constexpr auto threads() {
    return std::tuple{&IdleWorkerLeaves::searcher, &IdleWorkerLeaves::leaver, &IdleWorkerLeaves::poster};
  }

  void poster() {
    this->injected_.push(0);
    this->sleep_.new_injected_jobs(1, true);
  }
};

const auto leaves =
    with_tables(model<IdleWorkerLeaves>("sleep/sleep/cascade/idle-worker-leaves")).defect("S-11").holds();

const auto leaves_silently = leaves.mutant("wakes_none_when_leaving")
                                 .named("sleep/sleep/cascade/idle-worker-leaves/no-cascade")
                                 .defect("S-11")
                                 .fails(Violation::missed_wake);

const auto leaves_and_wakes_later = leaves.mutant("wakes_none_when_leaving")
                                        .with(sleeping::Setting{.cascade_after_job = true})
                                        .named("sleep/sleep/cascade/idle-worker-leaves/cascade-after-job")
                                        .defect("S-11")
                                        .fails(Violation::missed_wake);

// The poster leaves its job to the worker that has already checked and is about to leave.
const auto checks_before_it_leaves = leaves.mutant("checks_before_leaving")
                                         .named("sleep/sleep/cascade/idle-worker-leaves/checks-before-it-leaves")
                                         .defect("S-11")
                                         .fails(Violation::missed_wake);

// A queue that the check leaves out, as in the last check of a sleeper.
const auto checks_elsewhere = leaves.with(sleeping::Setting{.check_behind_covers_queue = false})
                                  .named("sleep/sleep/cascade/idle-worker-leaves/queue-not-checked")
                                  .defect("S-29")
                                  .fails(Violation::missed_wake);

// The first job, which only its owner takes, makes the counter odd. So the poster of the second job only reads the
// counters, and only the fences make the leaving worker see that job.
template <AtomicsLayer Layer>
class IdleWorkerLeavesAtOdd : public TwoWorkers<Layer> {
 public:
  static constexpr std::string_view kSentence =
      "a job is run although the worker it was left to runs another job first";
  static constexpr std::string_view kBounds =
      "2 workers: one searches until it has the job, one is idle, then runs work that waits for the job; 1 poster: "
      "an internal job, then an injected one";
  static constexpr auto threads() {
    return std::tuple{&IdleWorkerLeavesAtOdd::searcher, &IdleWorkerLeavesAtOdd::leaver, &IdleWorkerLeavesAtOdd::poster};
  }

  void poster() {
    this->sleep_.new_internal_jobs(1, [] { return true; });
    this->injected_.push(0);
    this->sleep_.new_injected_jobs(1, true);
  }
};

const auto leaves_at_odd = with_tables(model<IdleWorkerLeavesAtOdd>("sleep/sleep/cascade/idle-worker-leaves-at-odd"))
                               .spurious_wakes(0)
                               .defect("S-11")
                               .holds();

const auto leaves_without_fence = leaves_at_odd.with(SleepOrders{.left = std::memory_order_relaxed})
                                      .named("sleep/sleep/cascade/idle-worker-leaves-at-odd/without-fence")
                                      .defect("S-11")
                                      .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
