#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/pool/job.hpp>
#include <vigil/pool/parts.hpp>
#include <vigil/pool/statistics.hpp>

#include <cstddef>

namespace vigil {

template <class Parts>
class WorkerSet;

// One thread of a pool: where it finds work, and what it does when there is none.
//
// It looks in three places: its own deque, newest job first, whose data is still in its cache; the deques of the
// others, oldest job first, which is the largest piece, beginning at a random one so that thieves spread out; and the
// jobs from outside. A worker never only waits: whatever it waits for, the end of a stolen job or of the pool, is a
// latch, and until that is set the worker runs other jobs and sleeps when there are none (S-25). Whoever sets the latch
// wakes it.
//
// Other threads use the deque (thieves), the sleep (wakers) and the statistics of a worker; the rest is its own (S-39).
template <class Parts>
class alignas(kCacheLine) Worker {
  using A = typename Parts::Layer;

 public:
  using Latch = typename Parts::Latch;

  Worker(WorkerSet<Parts>& worker_set, std::size_t index, std::size_t deque_capacity)
      : worker_set_(worker_set), index_(index), deque_(deque_capacity), random_(index) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // The worker that the calling thread is; null if it is none.
  [[nodiscard]] static Worker* current() { return A::template thread_specific<Worker>::get(); }

  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] WorkerSet<Parts>& worker_set() const { return worker_set_; }

  // ---- for the worker's own thread

  // Works until the worker is stopped.
  void run() {
    A::template thread_specific<Worker>::set(this);
    wait_until(stop_);
    A::template thread_specific<Worker>::set(nullptr);
  }

  // Leaves `job` on the own deque, for thieves or for `take_back`. Throws std::bad_alloc if the deque is full and
  // cannot grow; then the job was not left.
  void push(Job<Parts>& job) {
    deque_.push(&job);
    worker_set_.sleep().new_internal_jobs(1, [this] { return deque_.size() <= 1; });
  }

  // Takes `job` back to be run by the caller, true; or waits until whoever stole it has set `latch`, false. A job that
  // was pushed later runs first.
  [[nodiscard]] bool take_back(Job<Parts>& job, Latch& latch) {
    const auto newest = deque_.pop();
    if (newest.has_value() && *newest == &job) [[likely]] {
      executed_.add_one();
      return true;
    }
    return take_back_from_below(newest, job, latch);
  }

  // Runs one job, if there is one anywhere. For code on a worker that waits for something else than a latch.
  bool run_one() {
    const auto own = deque_.pop();
    Job<Parts>* const job = own.has_value() ? *own : find_work();
    if (job != nullptr) execute(*job);
    return job != nullptr;
  }

  // Runs jobs, or sleeps, until `latch` is set.
  void wait_until(Latch& latch) {
    A::retry([this, &latch] {
      if (latch.probe()) return true;
      if (const auto own = deque_.pop())
        execute(**own);
      else if (Job<Parts>* const found = look_until(latch))
        execute(*found);
      return false;
    });
  }

  // ---- for any thread

  // Sets `latch`, which this worker waits for, and wakes it. The latch may be gone when this returns.
  void set_latch(Latch& latch) { worker_set_.sleep().set_latch(latch, index_); }
  // As set_latch, for a caller that has set the latch itself and was told that the worker sleeps.
  void notify_latch_set() { worker_set_.sleep().notify_latch_set(index_); }
  // `run` returns as soon as the worker has nothing to do.
  void stop() { set_latch(stop_); }

  // Not from one moment, if the worker is running.
  [[nodiscard]] WorkerStatistics statistics() const { return {executed_.value(), stolen_.value(), injected_.value()}; }

 private:
  using Deque = typename Parts::template Deque<Job<Parts>*>;

  void execute(Job<Parts>& job) {
    executed_.add_one();
    job.run(*this);
  }

  // The rest of take_back, when the newest job is another one or there is none.
  [[gnu::noinline, gnu::cold]] bool take_back_from_below(MaybeJob<Job<Parts>*> newest, Job<Parts>& job, Latch& latch) {
    for (; newest.has_value(); newest = deque_.pop()) {
      if (*newest == &job) {
        executed_.add_one();
        return true;
      }
      execute(**newest);
    }
    wait_until(latch);
    return false;
  }

  // Looks everywhere, again and again, and sleeps in between. Null: the latch is set.
  Job<Parts>* look_until(Latch& latch) {
    auto& sleep = worker_set_.sleep();
    IdleState idle = sleep.start_looking(index_);
    Job<Parts>* found = nullptr;
    A::retry([&] {
      if (latch.probe()) return true;
      found = find_work();
      if (found != nullptr) return true;
      sleep.no_work_found(idle, latch, [this] { return worker_set_.has_injected_jobs(); });
      return false;
    });
    sleep.work_found([this] { return has_work_left(); });
    return found;
  }

  // The own deque is empty: whatever else the worker does, it looks there first.
  Job<Parts>* find_work() {
    if (Job<Parts>* const stolen = steal()) return stolen;
    const auto injected = worker_set_.take_injected();
    // Of a `retry`, too, the injector says that it has jobs; so nobody sleeps on it.
    if (!injected.is_success()) return nullptr;
    injected_.add_one();
    return injected.job();
  }

  // Whether there is a job that another worker could take.
  [[nodiscard]] bool has_work_left() const {
    if (worker_set_.has_injected_jobs()) return true;
    for (std::size_t i = 0; i != worker_set_.size(); ++i)
      if (!worker_set_.worker(i).deque_.is_empty()) return true;
    return false;
  }

  Job<Parts>* steal() {
    const std::size_t workers = worker_set_.size();
    if (workers == 1) return nullptr;
    Job<Parts>* stolen = nullptr;
    A::retry([&] {
      bool again = false;
      std::size_t victim = random_.below(workers);
      for (std::size_t i = 0; i != workers; ++i, victim = victim + 1 == workers ? 0 : victim + 1) {
        if (victim == index_) continue;
        const auto result = worker_set_.worker(victim).deque_.steal();
        if (result.is_success()) {
          stolen_.add_one();
          stolen = result.job();
          return true;
        }
        again |= result.is_retry();
      }
      return !again;
    });
    return stolen;
  }

  WorkerSet<Parts>& worker_set_;
  const std::size_t index_;
  Deque deque_;
  typename Parts::Random random_;
  detail::OwnCounter<Parts> executed_;
  detail::OwnCounter<Parts> stolen_;
  detail::OwnCounter<Parts> injected_;
  Latch stop_;
};

}  // namespace vigil
