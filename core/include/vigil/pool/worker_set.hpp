#pragma once

#include <vigil/pool/admission.hpp>
#include <vigil/pool/job.hpp>
#include <vigil/pool/parts.hpp>
#include <vigil/pool/worker.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace vigil {

// A job from a thread that is no worker of the pool.
template <class Parts>
class InjectedJob : public Job<Parts>, public InjectorNode<typename Parts::Layer> {
 protected:
  using Job<Parts>::Job;
  ~InjectedJob() = default;
};

// What the workers of a pool share: each other, the sleep, and where jobs come in from outside. It starts no threads.
template <class Parts>
class WorkerSet {
 public:
  WorkerSet(std::size_t workers, SleepRounds rounds, std::size_t deque_capacity)
      : sleep_(workers, rounds), deque_capacity_(deque_capacity), workers_(workers) {}
  WorkerSet(const WorkerSet&) = delete;
  WorkerSet& operator=(const WorkerSet&) = delete;
  // No worker may be running.
  ~WorkerSet() = default;

  // Makes worker number `index`. All of them are there before the first begins to steal (S-17).
  void add_worker(std::size_t index) {
    workers_[index].set(std::make_unique<Worker<Parts>>(*this, index, deque_capacity_));
  }

  [[nodiscard]] std::size_t size() const { return workers_.size(); }
  [[nodiscard]] Worker<Parts>& worker(std::size_t index) const { return *workers_[index].get(); }
  [[nodiscard]] typename Parts::Sleep& sleep() { return sleep_; }
  [[nodiscard]] Admission<Parts>& admission() { return admission_; }

  // Leaves `job` to whichever worker comes first. For who has been admitted; the job must stay until it has ended.
  void inject(InjectedJob<Parts>& job) {
    const bool was_empty = injected_.push(job);
    sleep_.new_injected_jobs(1, was_empty);
  }
  [[nodiscard]] StealResult<InjectedJob<Parts>*> take_injected() { return injected_.pop(); }
  [[nodiscard]] bool has_injected_jobs() const { return injected_.has_jobs(); }

 private:
  using Berth = typename Parts::Layer::template var<std::unique_ptr<Worker<Parts>>>;

  typename Parts::Sleep sleep_;
  typename Parts::template Injector<InjectedJob<Parts>> injected_;
  Admission<Parts> admission_;
  const std::size_t deque_capacity_;
  std::vector<Berth> workers_;
};

}  // namespace vigil
