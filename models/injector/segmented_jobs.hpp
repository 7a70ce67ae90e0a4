#pragma once

#include <vigil/injector/segmented.hpp>
#include <vigil/model/recorder.hpp>

#include <array>
#include <cstddef>
#include <new>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models::segmented {

// A job that carries data, and the number of its push.
template <AtomicsLayer Layer>
struct WatchedJob {
  static constexpr int kWritten = 7;

  void write(int its_number) {
    number = its_number;
    payload.set(kWritten);
  }
  [[nodiscard]] int read() const {
    Layer::require(payload.get() == kWritten, "a job comes with what was written before its push");
    return number;
  }

  typename Layer::template var<int> payload{0, "payload"};
  // The model's own note, which orders nothing.
  int number = 0;
};

// An injector with segments of `Capacity` jobs, and the history of its calls.
template <AtomicsLayer Layer, const SegmentedOrders& Orders, std::size_t Capacity, std::size_t Jobs>
class RecordedInjector {
 public:
  using Job = WatchedJob<Layer>;
  using Injector = SegmentedInjector<Job, Layer, Orders, Capacity, 0>;

  // Job number `number`, which was not pushed before.
  void push(int number) {
    Job& job = jobs_[static_cast<std::size_t>(number)];
    job.write(number);
    recorder_.begins();
    injector_.push(job);
    recorder_.pushed(number);
  }
  // The same where the allocation of a segment may fail. Whether the job was pushed.
  bool try_push(int number) {
    Job& job = jobs_[static_cast<std::size_t>(number)];
    job.write(number);
    recorder_.begins();
    try {
      injector_.push(job);
    } catch (const std::bad_alloc&) {
      recorder_.forgets();
      return false;
    }
    recorder_.pushed(number);
    return true;
  }
  // One attempt. Whether it took a job.
  bool pop() {
    recorder_.begins();
    const StealResult<Job*> result = injector_.pop();
    recorder_.popped(result.status(), result.is_success() ? result.job()->read() : 0);
    return result.is_success();
  }
  // The same without an answer to record, unless there is a job.
  void poll() {
    recorder_.begins();
    Job* const job = injector_.poll();
    if (job == nullptr) return recorder_.forgets();
    recorder_.popped(StealStatus::success, job->read());
  }
  // As a scenario asks that does one thing or the other then. Not recorded.
  [[nodiscard]] bool has_jobs() const { return injector_.has_jobs(); }
  void check() {
    recorder_.begins();
    const bool is_empty = injector_.is_empty();
    recorder_.checked(is_empty);
  }

  void invariant() const { Layer::require(injector_.head_never_passes_tail(), "head_never_passes_tail"); }
  // Jobs that were not taken are still there.
  void finish() {
    while (pop()) {
    }
    recorder_.check();
  }

 private:
  std::array<Job, Jobs> jobs_;
  Injector injector_;
  JobRecorder<Layer, linearizability::PlacedQueueSpec> recorder_;
};

}  // namespace vigil::models::segmented
