#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/sleep/atomic_counters.hpp>
#include <vigil/sleep/idle_state.hpp>
#include <vigil/sleep/sleep_tables.hpp>
#include <vigil/sleep/sleepers.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace vigil {

/// The workers that had no job at one moment.
struct IdleWorkers {
  /// How many there were, awake or not.
  std::uint64_t count = 0;
  /// Whether there were any, and all of them slept.
  bool all_sleep = false;
};

// Idle workers block without missing a job, and posters wake no more of them than needed.
//
// A worker that finds no job yields for some rounds, announces that it is sleepy, searches once more, and only then
// blocks: a short pause costs no system call. A poster makes its job visible, reads the counters, and wakes a sleeper
// only if fewer workers are awake and idle than there are new jobs.
//
// Going to sleep, in nine steps:
//   1 latch.get_sleepy        refused: the wait is over
//   2 lock the own mutex      a waker that sees the worker counted waits here until the worker blocks
//   3 latch.fall_asleep       refused: the wait is over
//   4 compare the counter     a job was posted since the announcement: stay awake, announce again
//   5 register as sleeping    only if the word is still the one that step 4 read
//   6 fence
//   7 check injected jobs     one was posted before the poster could see the registration: take the registration back
//   8 block                   until a waker has released the worker and taken its registration back
//   9 latch.wake_up
//
// No injected job is missed. The worker registers (5), fences (6), checks for the job (7). The poster pushes the job,
// fences, reads the counters. One of the two fences comes first.
//   * If the worker's fence comes first, the poster sees the registration, and wakes the worker.
//   * If the poster's fence comes first, the worker sees the job, and does not block.
// A job that a worker pushes on its own deque may be missed: its owner is awake, and runs it (S-09).
//
// No wake is needed while a worker is awake and idle, because that worker passes the wake on: the cascade. It stops
// being counted as idle, fences, checks for work that it leaves behind, and wakes up to two sleepers, all before it
// runs its job (S-11). The poster pushes its job, fences, reads the counters. So either the poster sees one idle worker
// fewer, or the worker sees the job.
//
// Invariant `waker_decrements`: whenever no thread holds a worker's mutex, `sleeping` is the number of blocked workers.
// The waker takes the sleeper off the count, under its mutex, so the count is right at once for the next poster. A
// worker takes itself off only in step 7, when it has not blocked (S-12).
//
// A worker that waits for its latch and would take no job, whatever is posted, waits *apart* (wait_apart). It is on no
// count, because a poster would wake it, or count on it, in place of a worker that takes the job. Only the thread that
// sets the latch wakes it.
//
// Not promised: fairness, or that the sleeper that is woken finds the job. Source: Rayon's sleep module.

/// Puts workers that find no work to sleep, and wakes them. Workers have the indices 0 to `workers` - 1.
///
/// \progress Blocking, by design. Posting is lock-free while no worker sleeps.
/// \source Rayon's sleep module.
///
/// \snippet sleep/sleep.cpp example
template <LockingLayer Layer = StdAtomics, class Counters = AtomicCounters<Layer>,
          const SleepOrders& Orders = kSleepOrders, const SleepProtocol& Protocol = kSleepProtocol>
class Sleep {
 public:
  /// \throws std::invalid_argument if there is no worker, if there are more than the counters can count, or if `rounds`
  ///   leaves no search for work between the announcement and the sleep
  explicit Sleep(std::size_t workers, SleepRounds rounds = {})
      : rounds_(rounds), sleepers_(checked(workers, rounds), counters_) {}

  /// No thread may be using the object. A waker uses it until its call returns; by then the worker that it woke may
  /// have ended.
  ~Sleep() = default;
  Sleep(const Sleep&) = delete;
  Sleep& operator=(const Sleep&) = delete;

  // ---- for workers

  /// The calling worker has run out of work.
  ///
  /// \param worker its index.
  /// \param halvings how often its patience is halved: it announces after `until_sleepy` / 2^`halvings` rounds, and
  ///   sleeps by as many rounds earlier. The rounds between the announcement and the sleep stay as they are.
  /// \threads The worker, from one thread at a time.
  /// \progress Wait-free.
  [[nodiscard]] IdleState start_looking(std::size_t worker, unsigned halvings = 0) {
    Layer::require(worker < sleepers_.workers(), "Sleep: no such worker");
    counters_.add_inactive();
    return {worker, rounds_.until_sleepy - (rounds_.until_sleepy >> std::min(halvings, 31U))};
  }

  /// The worker has searched everywhere, in vain. Yields; after enough rounds announces that it is sleepy; then blocks
  /// until it is woken, or until `latch` is set. The caller searches again after each call.
  ///
  /// `has_injected_jobs()` must check every place where a thread that is no worker can put a job (S-29), and must not
  /// throw.
  ///
  /// \threads The worker.
  /// \progress Blocking.
  template <class Latch, class HasInjectedJobs>
  void no_work_found(IdleState& idle, Latch& latch, HasInjectedJobs&& has_injected_jobs) {
    if (sleeps_next(idle)) return sleep(idle, latch, has_injected_jobs);
    if (idle.rounds == rounds_.until_sleepy) idle.announced = announce_sleepy();
    ++idle.rounds;
    Layer::yield();
  }

  /// The worker has found work, or its wait is over. Call it before the work is run: it wakes up to two sleepers for
  /// the work that the worker leaves behind.
  ///
  /// `has_work_left()` must check every place that `has_injected_jobs` checks, should check the deques of the workers,
  /// and must not throw.
  ///
  /// \threads The worker.
  /// \progress Lock-free while no worker sleeps.
  template <class HasWorkLeft>
  void work_found(HasWorkLeft&& has_work_left) {
    const std::uint64_t cascade = counters_.sub_inactive();
    if (cascade == 0) return;
    Layer::fence(Orders.left);
    if (has_work_left()) wake_any(cascade);
  }

  /// The worker waits for `latch` alone, and takes no job meanwhile. Yields; after enough rounds blocks until the latch
  /// is set. The caller checks the latch after each call, and calls neither start_looking nor work_found.
  ///
  /// \threads The worker.
  /// \progress Blocking.
  template <class Latch>
  void wait_apart(IdleState& idle, Latch& latch) {
    if (!sleeps_next(idle)) {
      ++idle.rounds;
      return Layer::yield();
    }
    if (!latch.get_sleepy()) return;
    const LockGuard lock(sleepers_.mutex(idle.worker));
    if (!latch.fall_asleep()) return;
    sleepers_.block_apart(idle.worker);
    latch.wake_up();
  }

  /// Whether the next call of no_work_found, or of wait_apart, blocks the worker unless something happens before.
  ///
  /// \threads The worker.
  [[nodiscard]] bool sleeps_next(const IdleState& idle) const { return idle.rounds >= rounds_.until_sleeping; }

  // ---- for posters

  /// A thread that is no worker has pushed `jobs` jobs to a place that `has_injected_jobs` checks. No sleeper misses
  /// them. `queue_was_empty` is what the queue said before the push.
  ///
  /// \return the workers that were idle before it woke any.
  /// \threads Any thread.
  /// \progress Lock-free while no worker sleeps.
  IdleWorkers new_injected_jobs(std::uint64_t jobs, bool queue_was_empty) {
    Layer::fence(Orders.posted);
    return new_jobs(jobs, queue_was_empty);
  }

  /// A worker has pushed `jobs` jobs to its own deque. A sleeper may miss them; that worker will not. While no worker
  /// sleeps or is sleepy this is one load. Otherwise `queue_was_empty()` is called.
  ///
  /// \threads The worker that owns the deque.
  /// \progress Lock-free while no worker sleeps.
  template <class QueueWasEmpty>
  void new_internal_jobs(std::uint64_t jobs, QueueWasEmpty&& queue_was_empty) {
    const auto word = counters_.load();
    if (!is_stale_for_posters(word.jobs_event_counter()) && word.sleeping() == 0) [[likely]]
      return;
    new_internal_jobs_for_sleepers(jobs, queue_was_empty);
  }

  /// Sets `latch`, and wakes its owner if that sleeps. When this returns, the latch may have been destroyed. Any
  /// thread.
  template <class Latch>
  void set_latch(Latch& latch, std::size_t owner) {
    if (latch.set()) notify_latch_set(owner);
  }

  /// As `set_latch`, for a caller that has set the latch itself, and learned from it that its owner sleeps.
  void notify_latch_set(std::size_t owner) { (void)wake_specific(owner); }

  /// Wakes up to `workers` sleepers, lowest index first. Returns how many.
  ///
  /// \threads Any thread.
  /// \progress Blocking.
  std::size_t wake_any(std::uint64_t workers) { return sleepers_.wake_any(workers); }

  /// Wakes `worker` if it is blocked. Returns whether it was. Any thread. Waits while the worker is between steps 2
  /// and 8.
  bool wake_specific(std::size_t worker) { return sleepers_.wake_specific(worker); }

  // ---- for tests and models

  /// The counters, to read.
  [[nodiscard]] const Counters& counters() const { return counters_; }

  /// The invariant of that name. Holds all workers' mutexes for a moment.
  ///
  /// \threads Any thread that holds none of the mutexes.
  /// \progress Blocking.
  [[nodiscard]] bool waker_decrements() { return sleepers_.waker_decrements(); }

 private:
  // How a worker's attempt to register ended.
  enum class Registration {
    stands,
    refused,     // a job was posted since the announcement
    taken_back,  // an injected job was found
  };

  static std::size_t checked(std::size_t workers, const SleepRounds& rounds) {
    if (workers == 0) detail::fail<std::invalid_argument>("Sleep::Sleep", "Sleep: there must be at least one worker");
    if (workers > Counters::kMaxWorkers)
      detail::fail<std::invalid_argument>("Sleep::Sleep", "Sleep: more workers than the counters can count");
    if (rounds.until_sleeping <= rounds.until_sleepy) {
      detail::fail<std::invalid_argument>("Sleep::Sleep",
                                          "Sleep: a worker must look for work between growing sleepy and sleeping");
    }
    return workers;
  }

  JobsEventCounter announce_sleepy() {
    const auto word = counters_.increment_jobs_event_counter_if([](JobsEventCounter counter) {
      return Protocol.announce_makes_even ? counter.is_active() : counter.is_sleepy();
    });
    return (Protocol.announcement_from_own_write ? word : counters_.load()).jobs_event_counter();
  }

  template <class Latch, class HasInjectedJobs>
  void sleep(IdleState& idle, Latch& latch, HasInjectedJobs& has_injected_jobs) {
    Layer::require(idle.announced != JobsEventCounter::none(), "Sleep: a worker sleeps without having announced it");
    if (!latch.get_sleepy()) return;
    const auto announced = idle.take_announcement();
    const LockGuard lock(sleepers_.mutex(idle.worker));
    if (!latch.fall_asleep()) return idle.wake_fully();
    const Registration registration = register_as_sleeping(announced, has_injected_jobs);
    if (registration == Registration::stands) sleepers_.block(idle.worker);
    registration == Registration::refused ? idle.wake_partly(rounds_) : idle.wake_fully();
    latch.wake_up();
  }

  // Steps 4 to 7.
  template <class HasInjectedJobs>
  Registration register_as_sleeping(JobsEventCounter announced, HasInjectedJobs& has_injected_jobs) {
    bool is_refused = false;
    Layer::retry([&] {
      const auto word = counters_.load();
      is_refused = word.jobs_event_counter() != announced;
      return is_refused || counters_.try_add_sleeping(word);
    });
    if (is_refused) return Registration::refused;
    Layer::fence(Orders.registered);
    if (!(Protocol.check_after_registering && has_injected_jobs())) return Registration::stands;
    counters_.sub_sleeping();
    return Registration::taken_back;
  }

  [[nodiscard]] static bool is_stale_for_posters(JobsEventCounter counter) {
    return Protocol.post_makes_odd ? counter.is_sleepy() : counter.is_active();
  }

  // Out of line, so that a fork keeps its registers.
  template <class QueueWasEmpty>
  [[gnu::noinline, gnu::cold]] void new_internal_jobs_for_sleepers(std::uint64_t jobs, QueueWasEmpty& queue_was_empty) {
    new_jobs(jobs, queue_was_empty());
  }

  // Returns the workers that were idle.
  IdleWorkers new_jobs(std::uint64_t jobs, bool queue_was_empty) {
    const auto word = counters_.increment_jobs_event_counter_if(is_stale_for_posters);
    const std::uint64_t sleeping = word.sleeping();
    if (sleeping == 0) return {.count = word.inactive()};
    Layer::require(word.sleeping_within_inactive(), "sleeping_within_inactive");
    // Idle workers that are awake find jobs in a queue that was empty. One with jobs has already more than they take.
    const std::uint64_t without_wake = queue_was_empty                ? word.awake_but_idle()
                                       : Protocol.wake_for_later_jobs ? 0
                                                                      : jobs;
    if (without_wake < jobs) wake_any(std::min(jobs - without_wake, sleeping));
    return {.count = word.inactive(), .all_sleep = word.awake_but_idle() == 0};
  }

  Counters counters_;
  SleepRounds rounds_;
  Sleepers<Layer, Counters, Orders> sleepers_;
};

}  // namespace vigil
