// Two jobs that never end, for two workers: is one of the jobs left to a worker that is busy for ever while the other
// worker sleeps?
//
// The question of sleep_waiting.cpp, where a job waits for another. Without the wait and the stop the model is about a
// hundred times smaller.

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::with_tables;

constexpr std::string_view kSize = "2,914,150 executions, including blocked executions";

template <AtomicsLayer Layer>
class OneJobEach {
 public:
  static constexpr std::string_view kSentence = "two jobs that never end each get a worker";
  static constexpr std::string_view kBounds = "2 workers; 1 poster: two jobs that never end";
  static constexpr auto threads() {
    return std::tuple{&OneJobEach::first_worker, &OneJobEach::second_worker, &OneJobEach::poster};
  }

  // The counter begins odd, as after a job.
  OneJobEach() {
    sleep_.new_internal_jobs(0, [] { return true; });
  }

  void first_worker() { worker(0); }
  void second_worker() { worker(1); }
  void poster() {
    inject(0);
    inject(1);
  }
  void finish() {
    for (const auto& has_worker : has_worker_) Layer::require(has_worker.get(), "every job has a worker");
    Layer::require(sleep_.waker_decrements(), "waker_decrements");
  }

 private:
  using Queue = sleeping::Queue<Layer>;
  using Counters = sleeping::CountersUnderTest<Layer>;

  void inject(int job) {
    has_worker_[at(job)].set(false);
    const bool was_empty = injected_.is_empty();
    injected_.push(job);
    sleep_.new_injected_jobs(1, was_empty);
  }
  // Runs until it gets a job, which it keeps.
  void worker(std::size_t number) {
    IdleState idle = sleep_.start_looking(number);
    int job = Queue::kNone;
    Layer::retry([&] {
      job = injected_.take();
      if (job != Queue::kNone) return true;
      sleep_.no_work_found(idle, never_set_[number], [this] { return !injected_.is_empty(); });
      return false;
    });
    sleep_.work_found([this] { return !injected_.is_empty(); });
    Layer::require(!has_worker_[at(job)].get(), "no job has two workers");
    has_worker_[at(job)].set(true);
  }
  static constexpr std::size_t at(int job) { return static_cast<std::size_t>(job); }

  Sleep<sleeping::Unyielding<Layer>, Counters, sleeping::sleep_orders, sleeping::sleep_protocol> sleep_{
      2, SleepRounds{.until_sleepy = 0, .until_sleeping = 1}};
  std::array<CoreLatch<Layer, sleeping::latch_orders, sleeping::latch_protocol>, 2> never_set_;
  Queue injected_{"injected"};
  std::array<typename Layer::template var<bool>, 2> has_worker_ = Names("has_worker");
};

const auto one_job_each = with_tables(model<OneJobEach>("sleep/sleep/one-job-each")).thorough_only(kSize).holds();

const auto no_cascade = one_job_each.mutant("wakes_none_when_leaving")
                            .named("sleep/sleep/one-job-each/no-cascade")
                            .defect("S-11")
                            .fails(Violation::missed_wake);

const auto cascade_of_none = one_job_each.with(AtomicCountersProtocol{.cascade = false})
                                 .named("sleep/sleep/one-job-each/cascade-of-none")
                                 .defect("S-11")
                                 .fails(Violation::missed_wake);

const auto later_jobs_wake_none = one_job_each.with(SleepProtocol{.wake_for_later_jobs = false})
                                      .named("sleep/sleep/one-job-each/later-jobs-wake-none")
                                      .defect("S-15")
                                      .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
