#pragma once

#include <vigil/sleep/jobs_event_counter.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace vigil {

/// How patient an idle worker is, in rounds. A round is one search for work in all places, and one call of
/// `Sleep::no_work_found`.
///
/// \snippet sleep/idle_state.cpp example
struct SleepRounds {
  /// After this many rounds of yielding the worker announces that it is sleepy.
  std::uint32_t until_sleepy = 32;
  /// After this many rounds it goes to sleep. One more than `until_sleepy` leaves exactly one search for work between
  /// the announcement and the sleep, the fewest that is sound (S-05).
  std::uint32_t until_sleeping = 33;
};

/// One worker's search for work, from `Sleep::start_looking` to `Sleep::work_found`. It lives on the worker's stack,
/// and only Sleep changes it.
struct IdleState {
  /// Its index.
  std::size_t worker;
  /// Searches in vain since the worker became idle, or was woken. A worker whose patience is halved begins with more.
  std::uint32_t rounds = 0;
  /// The counter's value when the worker announced that it is sleepy.
  JobsEventCounter announced = JobsEventCounter::none();

  /// An announcement serves for one attempt to sleep (S-06).
  JobsEventCounter take_announcement() { return std::exchange(announced, JobsEventCounter::none()); }

  /// The worker slept and was woken: it starts over.
  void wake_fully() { rounds = 0; }

  /// A job kept the worker from sleeping. It announces again at once: the next event needs a new announcement (S-02).
  void wake_partly(const SleepRounds& limits) { rounds = limits.until_sleepy; }
};

}  // namespace vigil
