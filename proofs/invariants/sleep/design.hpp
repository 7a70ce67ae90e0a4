#pragma once

#include "invariants/system/steps.hpp"
#include "invariants/system/transition.hpp"

#include <vector>

namespace vigil::proofs::invariants::sleeping {

// Which Sleep, under what circumstances.
struct Design {
  SleepSteps protocol = {};
  CounterSteps counters = {};
  // S-31: the jobs event counter has one bit and comes full circle at every second event. Otherwise it never does.
  bool counter_of_one_bit = false;
  // S-29: the last look of a sleeper covers the queue that jobs are injected into.
  bool last_look_covers_queue = true;
  // Posters post any number of jobs, injected and internal ones; or each exactly one, injected. The proofs are about
  // the first; a counterexample that needs only the second is easier to find and to read, and is one of the first as
  // well.
  bool one_job_a_post = false;

  // Step 7 can find an injected job.
  [[nodiscard]] bool looks_last() const { return protocol.check_after_registering && last_look_covers_queue; }
  // work_found wakes others.
  [[nodiscard]] bool cascades() const { return protocol.cascade_before_job && counters.cascade; }
  // S-02: a worker that the counter turned back leaves out the round of the announcement, and so may sleep without one.
  [[nodiscard]] bool counts_before_acting() const { return !protocol.act_before_counting && protocol.wake_partly; }
  [[nodiscard]] bool skips_announcement() const { return counts_before_acting() && protocol.forget_announcement; }
  // Step 4 refuses every worker that has looked in vain before a job whose poster has read the counters.
  [[nodiscard]] bool counter_turns_back() const {
    return !counter_of_one_bit && protocol.announce_makes_even && protocol.post_makes_odd &&
           protocol.announcement_from_own_write && protocol.check_after_announcing && protocol.compare_counter &&
           counters.toggle_what_was_tested && counters.register_on_unchanged_word;
  }
};

// What worker, waker and poster do, each step beside the line of sleep.hpp or atomic_counters.hpp that it stands for.
[[nodiscard]] std::vector<Step> steps_of_workers(const Design& design);
[[nodiscard]] std::vector<Step> steps_of_wakers(const Design& design);
[[nodiscard]] std::vector<Step> steps_of_posters(const Design& design);

// The jobs event counter moves on if `condition` holds: increment_jobs_event_counter_if, at the moment of its last
// load or of its compare-exchange that succeeds. What failed before has changed nothing.
void move_counter_if(Transition& t, const Design& design, const z3::expr& condition);

// sub_sleeping.
void subtract_sleeping(Transition& t, const Design& design);

[[nodiscard]] System system_of(const Design& design);

}  // namespace vigil::proofs::invariants::sleeping
