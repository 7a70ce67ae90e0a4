#pragma once

#include <vigil/atomics/choice.hpp>

namespace vigil::proofs::invariants {

// The steps of the sleep protocol that a design may leave out or change. A step has the name of its choice in core. If
// core has no such choice, the step names the source mutation (models/sleep/mutants, models/latch/mutants) that leaves
// it out. A test compares these names with core's tables and with the mutants.
template <Label Name>
using Mutant = Because<Name>;

struct SleepSteps {
  Choice<"announce_makes_even"> announce_makes_even = true;
  Choice<"post_makes_odd"> post_makes_odd = true;
  Choice<"act_before_counting", Mutant<"counts_before_acting">> act_before_counting = true;
  Choice<"announcement_from_own_write"> announcement_from_own_write = true;
  Choice<"check_after_announcing", Mutant<"sleeps_right_after_announcing">> check_after_announcing = true;
  Choice<"forget_announcement", Mutant<"keeps_announcement">> forget_announcement = true;
  Choice<"cascade_before_job", Mutant<"wakes_none_when_leaving">> cascade_before_job = true;
  Choice<"leave_before_checking", Mutant<"checks_before_leaving">> leave_before_checking = true;
  Choice<"waker_alone_decrements", Mutant<"sleeper_decrements_too">> waker_alone_decrements = true;
  Choice<"wake_under_mutex", Mutant<"wakes_by_bare_signal">> wake_under_mutex = true;
  Choice<"lock_before_checking", Mutant<"checks_before_locking">> lock_before_checking = true;
  Choice<"hold_mutex_while_registering", Mutant<"registers_without_mutex">> hold_mutex_while_registering = true;
  Choice<"wake_for_later_jobs"> wake_for_later_jobs = true;
  Choice<"notify_the_released", Mutant<"releases_without_notify">> notify_the_released = true;
  Choice<"count_the_released", Mutant<"releases_without_decrement">> count_the_released = true;
  Choice<"heed_latch", Mutant<"sleeps_on_set_latch">> heed_latch = true;
  Choice<"compare_counter", Mutant<"ignores_counter">> compare_counter = true;
  Choice<"take_registration_back", Mutant<"stays_registered">> take_registration_back = true;
  Choice<"latch_wakes_up", Mutant<"latch_stays_sleeping">> latch_wakes_up = true;
  // Performance only, so no model can show it: a worker that was turned back announces again at once.
  Choice<"wake_partly", Mutant<"">> wake_partly = true;
  Choice<"check_after_registering"> check_after_registering = true;
};

struct CounterSteps {
  Choice<"count_in_one_step", Mutant<"counts_in_two_steps">> count_in_one_step = true;
  Choice<"toggle_what_was_tested", Mutant<"toggles_any_word">> toggle_what_was_tested = true;
  Choice<"register_on_unchanged_word", Mutant<"registers_on_any_word">> register_on_unchanged_word = true;
  Choice<"strong_registration", Mutant<"registers_weakly">> strong_registration = true;
  Choice<"cascade"> cascade = true;
  Choice<"subtract_exactly", Mutant<"subtracts_down_to_zero">> subtract_exactly = true;
};

struct LatchSteps {
  Choice<"strong_transitions"> strong_transitions = true;
  Choice<"set_by_exchange", Mutant<"latch_set_by_load_and_store">> set_by_exchange = true;
  Choice<"wake_up_keeps_set", Mutant<"latch_wakes_up_by_store">> wake_up_keeps_set = true;
};

}  // namespace vigil::proofs::invariants
