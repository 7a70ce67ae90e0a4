#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/pool/forks.hpp>
#include <vigil/pool/isolation_marks.hpp>
#include <vigil/pool/job.hpp>
#include <vigil/pool/observer.hpp>
#include <vigil/pool/parts.hpp>
#include <vigil/pool/patience.hpp>
#include <vigil/pool/placement.hpp>
#include <vigil/pool/statistics.hpp>
#include <vigil/pool/thief.hpp>

#include <cstddef>
#include <utility>

namespace vigil {

template <class Parts>
class WorkerSet;

/// One thread of a pool: where it finds work, and what it does when there is none.
///
/// A worker searches in three places:
///
///   * its own deque, newest job first, because the data of that job is still in its cache; then the calls that its
///     joins have left to thieves;
///   * what the other workers have left to thieves, oldest first, because that is the largest piece. It begins at a
///     random one, so that thieves spread out. If the pool has a placement, it begins with those that are nearest;
///   * the injectors, where jobs come in from other threads.
///
/// In a pool with priorities it first asks the injector for an urgent job, each time: see PriorityParts.
///
/// A worker never only waits, unless it is at its limit: see CallQueue. It waits for a latch: for the end of a stolen
/// job, or for the end of the pool. Until the latch is set, the worker runs other jobs, and sleeps if there are none
/// (S-25). The thread that sets the latch wakes it. Inside an isolation it runs only jobs of the isolation: see
/// isolate.
///
/// Other threads use a worker's deque (thieves), its sleep (wakers) and its statistics. The rest is its own (S-39).
///
/// \snippet pool/worker.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \source Rayon's WorkerThread.
template <class Parts>
class alignas(kCacheLine) Worker {
  using Layer = typename Parts::Layer;

 public:
  /// What a worker waits for.
  using Latch = typename Parts::Latch;

  /// A worker that does not run yet. See WorkerSet::add_worker.
  ///
  /// \throws std::bad_alloc; std::invalid_argument if `deque_capacity` is not a power of two.
  Worker(WorkerSet<Parts>& worker_set, std::size_t index, std::size_t deque_capacity)
      : worker_set_(worker_set), index_(index), forks_(*this), deque_(deque_capacity), thief_(index) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// The worker that the calling thread is. Null if it is not a worker, and perhaps in another shared object than the
  /// one that made its pool: see WorkerSet::current.
  [[nodiscard]] static Worker* current() { return Layer::template thread_specific<Worker>::get(); }

  /// The number of the worker in its set, and the set.
  /// \{
  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] WorkerSet<Parts>& worker_set() const { return worker_set_; }
  /// \}

  /// Steals from the nearest workers first from now on, with as many workers as there are in the set so placed.
  ///
  /// \pre No worker of the set is running yet.
  /// \throws std::bad_alloc
  void steal_from_nearest(const Placement& placement) {
    thief_.set_order(detail::VictimOrder(placement, worker_set_.size(), index_));
  }

  /// Works until the worker is stopped.
  ///
  /// \threads The worker's own thread.
  void run() {
    worker_set_.set_current(this);
    wait_until(stop_);
    becomes(Activity::ended);
    worker_set_.set_current(nullptr);
  }

  /// The memory of the tasks that are spawned on this worker. For Scope.
  ///
  /// \threads The worker's own thread.
  [[nodiscard]] typename Parts::TaskMemory& task_memory() { return task_memory_; }

  /// The calls that joins on this worker leave to thieves. For join.
  [[nodiscard]] detail::Forks<Parts>& forks() { return forks_; }

  /// Leaves `job` on the own deque, for thieves or for take_back, and wakes a worker if too few are awake.
  ///
  /// \threads The worker's own thread.
  /// \orders What happens before push happens before the job is run.
  /// \throws std::bad_alloc if the deque is full and cannot grow. Then the job was not left.
  void push(Job<Parts>& job) {
    deque_.push(&job);
    // Asked after the push, and only if a worker sleeps, so a fork does not look at what thieves write. If one took an
    // older job meanwhile, the deque seems to have been empty, and the thief, still idle, to be free for this job. Then
    // perhaps nobody is woken, as is allowed for a job that this worker will run itself (S-09).
    worker_set_.sleep().new_internal_jobs(1, [this] { return deque_.size() <= 1; });
  }

  /// Takes `job` back, or waits for its end if it was stolen. A job that was pushed later runs first.
  ///
  /// \return true if the caller has to run the job; false if a thief has run it and set `latch`.
  /// \threads The worker's own thread.
  /// \progress Blocking if the job was stolen: the worker runs other jobs, or sleeps.
  [[nodiscard]] bool take_back(Job<Parts>& job, Latch& latch) {
    const auto newest = deque_.pop();
    if (newest.has_value() && *newest == &job) [[likely]]
      return true;
    return take_back_from_below(newest, job, latch);
  }

  /// Runs one job, if it finds one. For code on a worker that waits for something else than a latch.
  ///
  /// \return whether a job was run.
  /// \threads The worker's own thread.
  bool run_one() {
    if ((!is_isolated() && run_urgent()) || run_own()) return true;
    const Found found = is_isolated() ? Found() : find_work();
    if (found.job != nullptr) execute(found);
    return found.job != nullptr;
  }

  /// Runs jobs, or sleeps, until `latch` is set.
  ///
  /// \threads The worker's own thread.
  /// \progress Blocking.
  /// \orders What the setter of the latch did before happens before the return.
  void wait_until(Latch& latch) {
    if (is_isolated()) return wait_apart(latch);
    Layer::retry([this, &latch] {
      if (latch.probe()) return true;
      if (run_urgent() || run_own()) return false;
      if (const Found found = search_until(latch); found.job != nullptr) execute(found);
      return false;
    });
  }

  /// Whether the worker is inside an isolation: see isolate.
  ///
  /// \threads The worker's own thread.
  [[nodiscard]] bool is_isolated() const { return isolation_.is_set(); }
  /// Calls `function()` inside an isolation.
  ///
  /// \threads The worker's own thread.
  template <class Function>
  decltype(auto) isolate(Function&& function) {
    const typename Marks::Set inside(isolation_, deque_.next_index());
    const typename detail::Forks<Parts>::Closed closed(forks_);
    return std::forward<Function>(function)();
  }
  /// Calls `job()`, the code of an isolated job, which leaves no job behind that it has made.
  ///
  /// \threads The worker's own thread.
  template <class Code>
  void run_isolated(Code&& job) noexcept {
    isolate([&] {
      job();
      while (run_own()) {
      }
    });
  }

  /// Whether the worker has made so many calls to other pools, all on its stack, that it runs no other jobs in one
  /// more. See CallQueue.
  ///
  /// \threads The worker's own thread.
  [[nodiscard]] bool is_at_limit() const { return calls_under_way_ >= worker_set_.nested_calls(); }
  /// Waits for the end of a call to another pool, which sets `latch`. The worker runs jobs meanwhile, or only calls if
  /// it was `at_limit` before.
  ///
  /// \threads The worker's own thread.
  /// \progress Blocking.
  /// \orders What the setter of the latch did before happens before the return.
  void wait_for_call(Latch& latch, bool at_limit) {
    ++calls_under_way_;
    at_limit ? wait_for_calls(latch) : wait_until(latch);
    --calls_under_way_;
  }

  /// Sets `latch`, for which this worker waits, and wakes the worker if it sleeps. The latch may have been destroyed
  /// when this returns.
  ///
  /// \threads Any thread.
  /// \orders What the caller did before happens before the worker's wait for the latch ends.
  void set_latch(Latch& latch) { worker_set_.sleep().set_latch(latch, index_); }
  /// The same if the worker waits for a call, and was `at_limit` before.
  void set_latch_of_call(Latch& latch, bool at_limit) {
    if (at_limit)
      worker_set_.calls().end_wait([&latch] { static_cast<void>(latch.set()); });
    else
      set_latch(latch);
  }
  /// Lets run return as soon as the worker has nothing to do.
  ///
  /// \threads Any thread.
  void stop() { set_latch(stop_); }

  /// What the worker has done so far. While it runs, the counts are not from one moment.
  ///
  /// \threads Any thread.
  [[nodiscard]] WorkerStatistics statistics() const { return {executed_.value(), thief_.stolen(), injected_.value()}; }

 private:
  using Deque = typename Parts::template Deque<Job<Parts>*>;
  using Marks = detail::IsolationMarks<Parts>;
  using Found = detail::Found<Parts>;
  friend class detail::Thief<Parts>;

  void execute(Job<Parts>& job) {
    executed_.add_one();
    job.run(*this);
  }
  void execute(Found found) {
    if (!found.is_isolated) [[likely]]
      return execute(*found.job);
    run_isolated([&] { execute(*found.job); });
  }

  // Runs a job that goes before all others, if the parts of the pool know such jobs. Not inside an isolation.
  bool run_urgent() {
    if constexpr (Parts::Intake::kHasPriorities) {
      Job<Parts>* const urgent = worker_set_.take_urgent(intake_, executed_.value());
      if (urgent == nullptr) return false;
      injected_.add_one();
      execute(*urgent);
      return true;
    } else {
      return false;
    }
  }

  // Runs the newest job of the own deque, or the oldest call of an own join, but none that was there before the
  // isolation began. False if there is none.
  bool run_own() {
    if (deque_.next_index() == isolation_.innermost()) return false;
    if (const auto own = deque_.pop(); own.has_value()) {
      execute(**own);
      return true;
    }
    Job<Parts>* const call = forks_.take_oldest();
    if (call != nullptr) execute(*call);
    return call != nullptr;
  }

  // As wait_until, inside an isolation.
  void wait_apart(Latch& latch) {
    const std::size_t jobs = deque_.size();
    const auto inside = static_cast<std::size_t>(deque_.next_index() - isolation_.innermost());
    const std::size_t below = jobs > inside ? jobs - inside : 0;
    if (below != 0) worker_set_.leave_on_deque(below);
    IdleState idle{index_};
    Layer::retry([&] {
      if (latch.probe()) return true;
      if (run_own()) return false;
      if (idle.rounds == 0) becomes(Activity::searching);
      auto& sleep = worker_set_.sleep();
      wait_observed(sleep.sleeps_next(idle), Activity::searching, [&] { sleep.wait_apart(idle, latch); });
      return false;
    });
    if (idle.rounds != 0) becomes(Activity::running);
    if (below != 0) worker_set_.end_leave_on_deque();
  }

  // The rest of take_back, if the newest job is another one or there is none.
  [[gnu::noinline, gnu::cold]] bool take_back_from_below(MaybeJob<Job<Parts>*> newest, Job<Parts>& job, Latch& latch) {
    for (; newest.has_value(); newest = deque_.pop()) {
      if (*newest == &job) return true;
      execute(**newest);
    }
    wait_until(latch);
    return false;
  }

  // Runs calls of other pools' workers, and nothing else, until `latch` is set. Inside an isolation not even these.
  void wait_for_calls(Latch& latch) {
    forks_.publish();
    const auto is_over = [&latch] { return latch.probe(); };
    if (is_isolated())
      return wait_observed(true, Activity::running, [&] { worker_set_.calls().wait_for_end(is_over); });
    Layer::retry([&] {
      if (latch.probe()) return true;
      if (Job<Parts>* const call = worker_set_.calls().take()) {
        injected_.add_one();
        execute(*call);
      } else {
        wait_observed(true, Activity::running, [&] { worker_set_.calls().wait(is_over); });
      }
      return false;
    });
  }

  // Tells the observer, if there is one.
  void becomes(Activity activity) {
    if (PoolObserver* const observer = worker_set_.observer()) observer->becomes(index_, activity);
  }
  // Calls `wait()`. If the worker sleeps in it, tells so, and what the worker does behind it.
  template <class Wait>
  void wait_observed(bool sleeps, Activity behind, Wait wait) {
    if (sleeps) becomes(Activity::sleeping);
    wait();
    if (sleeps) becomes(behind);
  }

  // Searches everywhere, again and again, and sleeps in between. Nothing: the latch is set.
  Found search_until(Latch& latch) {
    auto& sleep = worker_set_.sleep();
    becomes(Activity::searching);
    IdleState idle = sleep.start_looking(index_, patience_.begin());
    const std::uint32_t rounds_at_first = idle.rounds;
    Found found;
    Layer::retry([&] {
      if (latch.probe()) return true;
      found = find_work();
      if (found.job != nullptr) return true;
      const bool sleeps = sleep.sleeps_next(idle);
      if (sleeps) patience_.sleeps();
      wait_observed(sleeps, Activity::searching,
                    [&] { sleep.no_work_found(idle, latch, [this] { return has_posted_work(); }); });
      return false;
    });
    sleep.work_found([this] { return has_work_left(); });
    patience_.end(idle.rounds != rounds_at_first);
    becomes(Activity::running);
    return found;
  }

  // Searches the other deques and the injector. The own deque is empty.
  Found find_work() {
    if (const Found stolen = thief_.steal(worker_set_, index_); stolen.job != nullptr) return stolen;
    Job<Parts>* const injected = take_injected();
    if (injected != nullptr) injected_.add_one();
    return {injected};
  }
  Job<Parts>* take_injected() {
    if constexpr (Parts::Intake::kHasPriorities)
      return worker_set_.take_injected(intake_);
    else
      return worker_set_.take_injected();
  }

  // Whether there is a job that no worker runs unless one takes it from where it is.
  [[nodiscard]] bool has_posted_work() const {
    if (worker_set_.are_jobs_left_on_deques()) return has_work_left();
    return worker_set_.has_injected_jobs() || has_public_calls();
  }

  // Whether there is a job that another worker could take.
  [[nodiscard]] bool has_work_left() const {
    if (worker_set_.has_injected_jobs() || has_public_calls()) return true;
    for (std::size_t i = 0; i != worker_set_.size(); ++i)
      if (!worker_set_.worker(i).deque_.is_empty()) return true;
    return false;
  }

  // Whether a join of any worker has left a call to thieves.
  [[nodiscard]] bool has_public_calls() const {
    for (std::size_t i = 0; i != worker_set_.size(); ++i)
      if (worker_set_.worker(i).forks_.has_public()) return true;
    return false;
  }

  WorkerSet<Parts>& worker_set_;
  const std::size_t index_;
  detail::Forks<Parts> forks_;
  Marks isolation_;
  Deque deque_;
  detail::Thief<Parts> thief_;
  detail::Patience patience_;
  detail::OwnCounter<Parts> executed_;
  detail::OwnCounter<Parts> injected_;
  typename Parts::TaskMemory task_memory_;
  std::size_t calls_under_way_ = 0;
  [[no_unique_address]] typename Parts::Intake intake_;
  Latch stop_;
};

}  // namespace vigil
