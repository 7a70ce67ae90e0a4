#pragma once

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <vigil/testing/job_queue.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/ledger.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::stress {

using namespace testing;

// Only workers, Sleep and an injector queue: every job reaches a worker through a wake or a check of the queue.
class WorkerPool {
 public:
  using SleepUnderTest = Sleep<Layer, AtomicCounters<Layer>>;

  WorkerPool(std::size_t workers, SleepRounds rounds) : sleep(workers, rounds), stop_(workers) {}

  void inject(std::uint64_t job) {
    const bool was_empty = injected_.is_empty();
    injected_.push(job);
    sleep.new_injected_jobs(1, was_empty);
  }

  // The main loop of `worker`: passes each job to `run`, until the worker is stopped and no job is left.
  template <class Run>
  void work(std::size_t worker, Run run) {
    std::uint64_t job = 0;
    while (!stop_[worker].probe()) {
      IdleState idle = sleep.start_looking(worker);
      const bool found = find_job(worker, idle, job);
      sleep.work_found([this] { return !injected_.is_empty(); });
      if (found) run(job);
    }
    while (injected_.take(job)) run(job);
  }

  void stop() {
    for (std::size_t worker = 0; worker != stop_.size(); ++worker) sleep.set_latch(stop_[worker], worker);
  }

  [[nodiscard]] std::string describe() const {
    const auto word = sleep.counters().load();
    std::string text = "sleeping " + std::to_string(word.sleeping()) + ", inactive " + std::to_string(word.inactive()) +
                       ", jobs event counter " + std::to_string(word.jobs_event_counter().value()) +
                       (injected_.is_empty() ? ", no job queued; latches:" : ", jobs queued; latches:");
    for (const auto& latch : stop_) text += ' ' + std::string(to_string(latch.state()));
    return text;
  }

  SleepUnderTest sleep;

 private:
  bool find_job(std::size_t worker, IdleState& idle, std::uint64_t& job) {
    while (!stop_[worker].probe()) {
      if (injected_.take(job)) return true;
      sleep.no_work_found(idle, stop_[worker], [this] { return !injected_.is_empty(); });
    }
    return false;
  }

  JobQueue<Layer, std::uint64_t> injected_;
  std::vector<CoreLatch<Layer>> stop_;
};

}  // namespace vigil::stress
