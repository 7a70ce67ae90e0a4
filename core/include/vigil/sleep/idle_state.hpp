#pragma once

#include <vigil/sleep/jobs_event_counter.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace vigil {

// How patient an idle worker is, in rounds; a round is one look for work in all places and one call of no_work_found.
struct SleepRounds {
  // After this many rounds of yielding it announces that it is sleepy.
  std::uint32_t until_sleepy = 32;
  // After this many rounds it goes to sleep. One more than `until_sleepy` leaves exactly one look for work between the
  // announcement and the sleep, the least that is sound (S-05).
  std::uint32_t until_sleeping = 33;
};

// One worker's search for work, from start_looking to work_found. It lives on the worker's stack.
struct IdleState {
  std::size_t worker;
  std::uint32_t rounds = 0;
  // What the counter said when the worker announced that it was sleepy.
  JobsEventCounter announced = JobsEventCounter::none();

  // An announcement serves for one attempt to sleep (S-06).
  JobsEventCounter take_announcement() { return std::exchange(announced, JobsEventCounter::none()); }

  // Slept and was woken: begins anew.
  void wake_fully() { rounds = 0; }

  // Kept from sleeping by a job: announces again at once, because the next event needs a fresh announcement (S-02).
  void wake_partly(const SleepRounds& limits) { rounds = limits.until_sleepy; }
};

}  // namespace vigil
