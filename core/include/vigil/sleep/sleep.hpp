#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/std_atomics.hpp>
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

// Puts workers that find no work to sleep, and wakes them when there is some.
//
// A worker goes to sleep in stages, so that a short pause costs no system call: it yields for some rounds, announces
// that it is sleepy, looks for work once more, and only then blocks. A poster makes its job visible, then looks at the
// counters, and wakes sleepers only if too few workers are awake to find the job by themselves.
//
// The nine steps of going to sleep:
//   1 latch.get_sleepy       refused: the wait is over
//   2 lock the own mutex     before the worker can be counted: a waker that saw it counted waits here until it blocks
//   3 latch.fall_asleep      refused: the wait is over
//   4 compare the counter    a job was posted since the announcement: stay awake, announce again
//   5 register as sleeping   only if the word is still the one that step 4 saw
//   6 fence
//   7 injected jobs?         one that came before the poster could see us registered: take the registration back
//   8 block                  until a waker says so; it has already taken the registration back
//   9 latch.wake_up
//
// Why no injected job is slept through: the poster pushes its job, fences, reads the counters; the worker registers,
// fences, looks for the job. Whichever fence comes first, the other side sees it. An internal job, one that a worker
// pushes on its own deque, may be missed: its owner is awake and will take it itself (S-09).
// Why no wake is needed for a job while a worker is idle and awake: the worker passes the wake on (the cascade) before
// it runs a job, if it leaves any, so the sleepers are never left to a worker that is about to be busy (S-11). It stops
// being counted as idle, fences, looks for what it leaves; the poster pushes its job, fences, reads the counters.
// Either the poster counts one idle worker less, or the worker sees the job. A lone job wakes one worker, not two.
//
// Invariant `waker_decrements`: whenever nobody holds a sleeper's mutex, `sleeping` is the number of blocked workers.
// Whoever releases a blocked worker, under its mutex, also takes it off the count, so that the count is right at once
// for the next poster. A worker takes itself off only in step 7, when it never blocked (S-12).
//
// Progress: blocking, by design. Posting is lock-free when nobody sleeps. Source: Rayon's sleep module.

template <AtomicsLayer A = StdAtomics, class Counters = AtomicCounters<A>, const SleepOrders& Orders = kSleepOrders,
          const SleepProtocol& Protocol = kSleepProtocol>
class Sleep {
 public:
  // For workers 0 … `workers` − 1. Throws std::invalid_argument for none, or for more than the counters can count.
  explicit Sleep(std::size_t workers, SleepRounds rounds = {})
      : rounds_(rounds), sleepers_(checked(workers, rounds), counters_) {}

  // No thread may be using the object, asleep or awake; a waker uses it until its call returns, when the thread that it
  // woke may have ended already.
  ~Sleep() = default;
  Sleep(const Sleep&) = delete;
  Sleep& operator=(const Sleep&) = delete;

  // ---- for workers

  // The calling worker has run out of work. Wait-free.
  [[nodiscard]] IdleState start_looking(std::size_t worker) {
    A::require(worker < sleepers_.workers(), "Sleep: no such worker");
    counters_.add_inactive();
    return {worker, 0, Protocol.forget_announcement ? JobsEventCounter::none() : JobsEventCounter(0)};
  }

  // The worker has looked everywhere, in vain. Yields; after enough rounds announces itself; then sleeps until it is
  // woken, or until `latch` is set. `has_injected_jobs()` must look at every place where a thread that is not a worker
  // can put a job (S-29), and must not throw. The caller looks for work again after each call.
  template <class Latch, class HasInjectedJobs>
  void no_work_found(IdleState& idle, Latch& latch, HasInjectedJobs&& has_injected_jobs) {
    if (!Protocol.act_before_counting) ++idle.rounds;
    if (idle.rounds >= rounds_.until_sleeping) return sleep(idle, latch, has_injected_jobs);
    if (idle.rounds == rounds_.until_sleepy) {
      idle.announced = announce_sleepy();
      if (!Protocol.look_after_announcing) return sleep(idle, latch, has_injected_jobs);
    }
    if (Protocol.act_before_counting) ++idle.rounds;
    A::yield();
  }

  // The worker has found work, or its wait is over. Must be called before the work is run: it wakes up to two sleepers
  // for what the worker leaves behind. `has_work_left()` must look at every place where a thread that is not a worker
  // can put a job, as `has_injected_jobs` does, and should look at the deques of the workers; it must not throw.
  // Lock-free if nobody sleeps.
  template <class HasWorkLeft>
  void work_found(HasWorkLeft&& has_work_left) {
    const bool left_any = Protocol.leave_before_looking || has_work_left();
    const std::uint64_t cascade = counters_.sub_inactive();
    if (cascade == 0 || !Protocol.cascade_before_job) return;
    if (Protocol.leave_before_looking) A::fence(Orders.left);
    if (Protocol.leave_before_looking ? has_work_left() : left_any) wake_any(cascade);
  }

  // ---- for posters

  // `jobs` jobs were pushed, by a thread that is not a worker, to a queue that `has_injected_jobs` looks at. No sleeper
  // sleeps through them. `queue_was_empty` is what the queue said before the push.
  void new_injected_jobs(std::uint64_t jobs, bool queue_was_empty) {
    A::fence(Orders.posted);
    new_jobs(jobs, queue_was_empty);
  }

  // `jobs` jobs were pushed by a worker to its own deque. A sleeper may miss them; the worker will not. The queue is
  // asked by `queue_was_empty()` only if somebody sleeps or is about to; otherwise this is one load, of which a caller
  // inlines no more.
  template <class QueueWasEmpty>
  void new_internal_jobs(std::uint64_t jobs, QueueWasEmpty&& queue_was_empty) {
    const auto word = counters_.load();
    if (!is_stale_for_posters(word.jobs_event_counter()) && word.sleeping() == 0) [[likely]]
      return;
    new_internal_jobs_for_sleepers(jobs, queue_was_empty);
  }

  // Sets `latch`, which `owner` may be waiting for, and wakes it if it sleeps. The latch may be gone when this returns.
  template <class Latch>
  void set_latch(Latch& latch, std::size_t owner) {
    if (latch.set()) notify_latch_set(owner);
  }

  // As set_latch, for a caller that has set the latch itself and was told that its owner sleeps.
  void notify_latch_set(std::size_t owner) { (void)wake_specific(owner); }

  // Wakes up to `workers` sleepers, lowest index first. Returns how many. Any thread. Blocking.
  std::size_t wake_any(std::uint64_t workers) { return sleepers_.wake_any(workers); }

  // Wakes `worker` if it is blocked. True if it was. Any thread. Blocks while the worker is between steps 2 and 8.
  bool wake_specific(std::size_t worker) { return sleepers_.wake_specific(worker); }

  // ---- for tests and models

  [[nodiscard]] const Counters& counters() const { return counters_; }

  // The invariant of that name: holds all workers' mutexes for a moment. Any thread that holds none of them. Blocking.
  [[nodiscard]] bool waker_decrements() { return sleepers_.waker_decrements(); }

 private:
  static std::size_t checked(std::size_t workers, const SleepRounds& rounds) {
    if (workers == 0) throw std::invalid_argument("Sleep: there must be at least one worker");
    if (workers > Counters::kMaxWorkers) throw std::invalid_argument("Sleep: more workers than the counters can count");
    if (rounds.until_sleeping <= rounds.until_sleepy) {
      throw std::invalid_argument("Sleep: a worker must look for work between growing sleepy and sleeping");
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
    A::require(idle.announced != JobsEventCounter::none(), "Sleep: a worker sleeps without having announced it");
    if (!latch.get_sleepy()) return;
    const auto announced = Protocol.forget_announcement ? idle.take_announcement() : idle.announced;
    auto& mutex = sleepers_.mutex(idle.worker);
    const LockGuard lock(mutex);
    if (!latch.fall_asleep() && Protocol.heed_latch) return idle.wake_fully();
    if (!Protocol.hold_mutex_while_registering) mutex.unlock();
    const Registration registration = register_as_sleeping(announced, has_injected_jobs);
    if (!Protocol.hold_mutex_while_registering) mutex.lock();
    if (registration == Registration::stands) sleepers_.block(idle.worker);
    registration == Registration::refused&& Protocol.wake_partly ? idle.wake_partly(rounds_) : idle.wake_fully();
    if (Protocol.latch_wakes_up) latch.wake_up();
  }

  // Refused because a job was posted since the announcement, or taken back because one was found after all.
  enum class Registration { stands, refused, taken_back };

  // Steps 4 to 7.
  template <class HasInjectedJobs>
  Registration register_as_sleeping(JobsEventCounter announced, HasInjectedJobs& has_injected_jobs) {
    bool is_refused = false;
    A::retry([&] {
      const auto word = counters_.load();
      is_refused = Protocol.compare_counter && word.jobs_event_counter() != announced;
      return is_refused || counters_.try_add_sleeping(word);
    });
    if (is_refused) return Registration::refused;
    A::fence(Orders.registered);
    if (!Protocol.look_after_registering || !has_injected_jobs()) return Registration::stands;
    if (Protocol.take_registration_back) counters_.sub_sleeping();
    return Registration::taken_back;
  }

  [[nodiscard]] static bool is_stale_for_posters(JobsEventCounter counter) {
    return Protocol.post_makes_odd ? counter.is_sleepy() : counter.is_active();
  }

  // Out of line: a fork keeps its registers for better use.
  template <class QueueWasEmpty>
  [[gnu::noinline, gnu::cold]] void new_internal_jobs_for_sleepers(std::uint64_t jobs, QueueWasEmpty& queue_was_empty) {
    new_jobs(jobs, queue_was_empty());
  }

  void new_jobs(std::uint64_t jobs, bool queue_was_empty) {
    const auto word = counters_.increment_jobs_event_counter_if(is_stale_for_posters);
    const std::uint64_t sleeping = word.sleeping();
    if (sleeping == 0) return;
    A::require(word.sleeping_within_inactive(), "sleeping_within_inactive");
    if (!queue_was_empty) {
      if (Protocol.wake_for_later_jobs) wake_any(std::min(jobs, sleeping));
    } else if (word.awake_but_idle() < jobs) {
      wake_any(std::min(jobs - word.awake_but_idle(), sleeping));
    }
  }

  Counters counters_;
  SleepRounds rounds_;
  Sleepers<A, Counters, Orders, Protocol> sleepers_;
};

}  // namespace vigil
