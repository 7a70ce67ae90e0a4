#pragma once

#include "invariants/system/steps.hpp"
#include "invariants/system/transition.hpp"

#include <vector>

namespace vigil::proofs::invariants::sleeping {

// A variant of Sleep and its environment.
struct Design {
  SleepSteps protocol = {};
  CounterSteps counters = {};
  // S-31: the jobs event counter has one bit and wraps around at every second event. Otherwise it never does.
  bool counter_of_one_bit = false;
  // S-29: the last check of a sleeper covers the queue of injected jobs.
  bool last_check_covers_queue = true;
  // If true, each poster posts exactly one injected job. If false, it posts any number of injected and internal jobs:
  // the proofs are about that. A counterexample with one job for each poster is easier to find and to read, and is one
  // for any number as well.
  bool one_job_a_post = false;

  // Step 7 can find an injected job.
  [[nodiscard]] bool checks_last() const { return protocol.check_after_registering && last_check_covers_queue; }
  // work_found wakes others.
  [[nodiscard]] bool cascades() const { return protocol.cascade_before_job && counters.cascade; }
  // S-02: a worker that the counter turned back skips the round that announces, so it may sleep without announcement.
  [[nodiscard]] bool counts_before_acting() const { return !protocol.act_before_counting && protocol.wake_partly; }
  [[nodiscard]] bool skips_announcement() const { return counts_before_acting() && protocol.forget_announcement; }
  // If a worker found the queue empty, and then a poster has pushed a job and read the counters, step 4 refuses it.
  [[nodiscard]] bool counter_turns_back() const {
    return !counter_of_one_bit && protocol.announce_makes_even && protocol.post_makes_odd &&
           protocol.announcement_from_own_write && protocol.check_after_announcing && protocol.compare_counter &&
           counters.toggle_what_was_tested && counters.register_on_unchanged_word;
  }
};

// The steps of worker, waker and poster. Each stands for a line of sleep.hpp or atomic_counters.hpp.
[[nodiscard]] std::vector<Step> steps_of_workers(const Design& design);
[[nodiscard]] std::vector<Step> steps_of_wakers(const Design& design);
[[nodiscard]] std::vector<Step> steps_of_posters(const Design& design);

// Increments the jobs event counter if `condition` holds: increment_jobs_event_counter_if, at the moment of its last
// load or of its successful compare-exchange. Compare-exchanges that failed before have changed nothing.
void move_counter_if(Transition& t, const Design& design, const z3::expr& condition);

// sub_sleeping.
void subtract_sleeping(Transition& t, const Design& design);

[[nodiscard]] System system_of(const Design& design);

}  // namespace vigil::proofs::invariants::sleeping
