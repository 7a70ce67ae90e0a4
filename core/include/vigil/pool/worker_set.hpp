#pragma once

#include <vigil/common/exceptions.hpp>
#include <vigil/common/thread_pointer.hpp>
#include <vigil/pool/admission.hpp>
#include <vigil/pool/call_queue.hpp>
#include <vigil/pool/job.hpp>
#include <vigil/pool/observer.hpp>
#include <vigil/pool/parts.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/sleep/sleep.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace vigil {

/// A job from a thread that is not a worker of the pool.
///
/// \tparam Parts what the pool is made of; see PoolParts.
template <class Parts>
class InjectedJob : public Job<Parts>, public Parts::InjectorLink {
 protected:
  using Job<Parts>::Job;
  ~InjectedJob() = default;
};

/// In how many calls to other pools a worker runs jobs while it waits, if nothing else is said.
inline constexpr std::size_t kNestedCalls = 16;

/// What the workers of a pool share: each other, Sleep, and the injector. It starts no threads.
///
/// BasicThreadPool is the usual owner. Models and tests run the workers on threads of their own.
///
/// \snippet pool/worker_set.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
template <class Parts>
class WorkerSet {
 public:
  /// A set of workers, of which none has been made yet.
  ///
  /// \param workers how many there will be.
  /// \param rounds how long a worker searches before it sleeps.
  /// \param deque_capacity the initial capacity of each worker's deque, a power of two.
  /// \param nested_calls in how many calls to other pools, on one stack, a worker runs jobs while it waits.
  /// \param observer whom the workers tell what they do; null for nobody.
  /// \throws std::invalid_argument if there are no workers, or more than Sleep can count.
  WorkerSet(std::size_t workers, SleepRounds rounds, std::size_t deque_capacity,
            std::size_t nested_calls = kNestedCalls, PoolObserver* observer = nullptr)
      : sleep_(workers, rounds),
        deque_capacity_(deque_capacity),
        nested_calls_(nested_calls),
        observer_(observer),
        workers_(workers) {}
  WorkerSet(const WorkerSet&) = delete;
  WorkerSet& operator=(const WorkerSet&) = delete;
  /// \pre No worker is running.
  ~WorkerSet() = default;

  /// Makes worker number `index`.
  ///
  /// \pre No worker is running yet: a worker that steals accesses all of them (S-17).
  /// \throws std::bad_alloc; std::invalid_argument if the capacity of the deque is not a power of two.
  void add_worker(std::size_t index) {
    workers_[index].set(std::make_unique<Worker<Parts>>(*this, index, deque_capacity_));
  }

  /// The worker that the calling thread is, of this set or of another one. Null if it is none.
  ///
  /// It knows more than Worker::current: also workers of this set that run code of another shared object.
  /// \threads Any thread.
  [[nodiscard]] Worker<Parts>* current() const {
    Worker<Parts>* const here = Worker<Parts>::current();
    return here != nullptr ? here : current_.get();
  }
  /// Makes the calling thread that worker; null for none.
  void set_current(Worker<Parts>* worker) { current_.set(worker); }

  /// The number of workers, each of them, and what they share. Any thread.
  /// \{
  [[nodiscard]] std::size_t size() const { return workers_.size(); }
  [[nodiscard]] Worker<Parts>& worker(std::size_t index) const { return *workers_[index].get(); }
  [[nodiscard]] typename Parts::Sleep& sleep() { return sleep_; }
  [[nodiscard]] Admission<Parts>& admission() { return admission_; }
  [[nodiscard]] CallQueue<Parts>& calls() { return calls_; }
  [[nodiscard]] std::size_t nested_calls() const { return nested_calls_; }
  [[nodiscard]] PoolObserver* observer() const { return observer_; }
  /// \}

  /// Leaves `job` to the worker that finds it first, and wakes a worker if too few are awake.
  ///
  /// \pre The caller has been admitted, and stays inside until the job has ended. So does the job.
  /// \return the workers that were idle before it woke any.
  /// \threads Any thread.
  /// \progress Lock-free, but waking a worker that sleeps takes its mutex.
  /// \orders What the caller did before happens before the job is run.
  /// \throws std::bad_alloc if the injector of Parts allocates and cannot. Then the job was not left.
  IdleWorkers inject(InjectedJob<Parts>& job) {
    return inject(job, [] {});
  }
  /// The same; if the job cannot be left, calls `not_left()` before it throws.
  template <class NotLeft>
  IdleWorkers inject(InjectedJob<Parts>& job, NotLeft not_left) {
    const bool was_empty = push(job, not_left);
    return sleep_.new_injected_jobs(1, was_empty);
  }
  /// As inject, for the call of another pool's worker, which no worker of this set refuses. See CallQueue.
  ///
  /// \progress Blocking: takes the mutex of the queue.
  IdleWorkers inject(CallJob<Parts>& call) {
    const bool was_empty = calls_.push(call);
    return sleep_.new_injected_jobs(1, was_empty);
  }
  /// A worker leaves `jobs` jobs on its deque, and will run none of them before it calls end_leave_on_deque. Wakes
  /// workers for them as for injected jobs. For the workers.
  /// \{
  void leave_on_deque(std::size_t jobs) {
    leaving_.fetch_add(1, Parts::kOrders.leaving);
    sleep_.new_injected_jobs(jobs, false);
  }
  void end_leave_on_deque() { leaving_.fetch_sub(1, Parts::kOrders.leaving); }
  /// \}
  /// Whether a worker did so. Then a worker that goes to sleep has to check the deques too.
  [[nodiscard]] bool are_jobs_left_on_deques() const { return leaving_.load(Parts::kOrders.leaving) != 0; }

  /// Takes a job that is not on a deque; null if it finds none. For the workers.
  [[nodiscard]] Job<Parts>* take_injected() {
    if (Job<Parts>* const call = calls_.take()) return call;
    const auto injected = injected_.pop();
    // After a `retry` the injector says that it has jobs, so no worker sleeps on it.
    return injected.is_success() ? injected.job() : nullptr;
  }
  /// The same for a worker that chooses among the jobs by its `intake`.
  [[nodiscard]] Job<Parts>* take_injected(typename Parts::Intake& intake) {
    if (Job<Parts>* const call = calls_.take()) return call;
    const auto injected = intake.take(injected_);
    return injected.is_success() ? injected.job() : nullptr;
  }
  /// Takes a job that goes before all others, for such a worker that has run `executed` jobs. Null if there is none.
  [[nodiscard]] Job<Parts>* take_urgent(typename Parts::Intake& intake, std::uint64_t executed) {
    const auto urgent = intake.take_urgent(injected_, executed);
    return urgent.is_success() ? urgent.job() : nullptr;
  }
  /// Whether there were such jobs a moment ago. Any thread.
  [[nodiscard]] bool has_injected_jobs() const { return calls_.has_calls() || injected_.has_jobs(); }

 private:
  // The injector alone may throw, so what it has not accepted is not left.
  template <class NotLeft>
  bool push(InjectedJob<Parts>& job, NotLeft& not_left) {
    VIGIL_TRY { return injected_.push(job); }
    VIGIL_CATCH_ALL {
      not_left();
      VIGIL_RETHROW;
    }
  }

  using Slot = typename Parts::Layer::template var<std::unique_ptr<Worker<Parts>>>;

  typename Parts::Sleep sleep_;
  typename Parts::template Injector<InjectedJob<Parts>> injected_;
  CallQueue<Parts> calls_;
  Admission<Parts> admission_;
  typename Parts::Layer::template atomic<std::uint64_t> leaving_{std::uint64_t{0}, "leaving"};
  const std::size_t deque_capacity_;
  const std::size_t nested_calls_;
  PoolObserver* const observer_;
  const ThreadPointer<typename Parts::Layer, Worker<Parts>> current_;
  std::vector<Slot> workers_;
};

}  // namespace vigil
