// Who wakes a sleeper for a job that was left to a worker who then goes and does something else?
//
// A poster wakes nobody while an idle worker is awake to find its job (S-11). So a worker that stops being idle has to
// pass the wake on, before the work that it found: that may wait for the very job it leaves behind.

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::Queue;
using sleeping::with_tables;

template <AtomicsLayer A>
class IdleWorkerLeaves {
 public:
  static constexpr std::string_view kSentence = "a job is run though the worker it was left to runs another first";
  static constexpr std::string_view kBounds =
      "2 workers: one looks until it has the job, one is idle, then runs something that waits for the job; 1 poster: "
      "one job";
  static constexpr auto threads() {
    return std::tuple{&IdleWorkerLeaves::looker, &IdleWorkerLeaves::leaver, &IdleWorkerLeaves::poster};
  }

  void looker() {
    IdleState idle = sleep_.start_looking(0);
    while (injected_.take() == Queue<A>::kNone)
      sleep_.no_work_found(idle, never_set_, [this] { return !injected_.is_empty(); });
    sleep_.work_found();
    ran_.set();
  }
  void leaver() {
    (void)sleep_.start_looking(1);
    sleep_.work_found();
    ran_.wait();
    if (sleeping::setting.cascade_after_job) sleep_.wake_any(Counters::kCascade);
  }
  void poster() {
    injected_.push(0);
    sleep_.new_injected_jobs(1, true);
  }
  void finish() {
    A::require(sleep_.counters().load().inactive() == 0, "nobody is inactive when all is over");
    A::require(sleep_.waker_decrements(), "waker_decrements");
  }

 private:
  using Counters = AtomicCounters<A, CounterWidths<>, sleeping::counters_orders>;

  Sleep<sleeping::Unyielding<A>, Counters, sleeping::sleep_orders, sleeping::sleep_protocol> sleep_{
      2, SleepRounds{.until_sleepy = 0, .until_sleeping = 1}};
  CoreLatch<A, sleeping::latch_orders, sleeping::latch_protocol> never_set_;
  Queue<A> injected_;
  sleeping::Event<A> ran_;
};

const auto leaves = with_tables(model<IdleWorkerLeaves>("sleep/cascade/idle-worker-leaves")).defect("S-11").holds();

const auto leaves_silently = leaves.with(SleepProtocol{.cascade_before_job = false})
                                 .named("sleep/cascade/idle-worker-leaves/no-cascade")
                                 .defect("S-11")
                                 .fails(Violation::missed_wake);

const auto leaves_and_wakes_later = leaves.with(SleepProtocol{.cascade_before_job = false})
                                        .with(sleeping::Setting{.cascade_after_job = true})
                                        .named("sleep/cascade/idle-worker-leaves/cascade-after-job")
                                        .defect("S-11")
                                        .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
