// The steps of a latch's owner, and of the threads that set the latch or wake the owner. Read it beside
// core/include/vigil/latch/core_latch.hpp, and sleep() and wake_specific() of core/include/vigil/sleep/sleep.hpp.
//
// A transition of the latch is one step: a compare-exchange that fails has changed nothing.

#include "invariants/latch/design.hpp"

namespace vigil::proofs::invariants::latching {
namespace {

// From any state of the latch.
void becomes(Transition& t, Variable state) {
  for (const Variable other : {latch_unset, latch_sleepy, latch_sleeping, latch_set}) {
    t.set(other, t.state().number(other == state ? 1 : 0));
  }
}

void is_set_now(Transition& t) { t.set(was_set, t.state().number(1)); }

// A refusal at step 1 changes nothing, so it is no step.
std::vector<Step> steps_of_falling_asleep(const Design& design) {
  std::vector<Step> steps;
  steps.push_back({"1 latch.get_sleepy", {[](Transition& t) {
                     t.moves(latch_unset, latch_sleepy);
                     t.moves(awake, sleepy);
                   }}});
  steps.push_back({"2 lock the own mutex", {[](Transition& t) { t.moves(sleepy, locked); }}});
  steps.push_back({"3 latch.fall_asleep", {[](Transition& t) {
                     t.moves(latch_sleepy, latch_sleeping);
                     t.moves(locked, fallen_asleep);
                   }}});
  const Variable then = design.sleep.heed_latch ? awake : fallen_asleep;
  steps.push_back({"3 latch.fall_asleep: refused", {[=](Transition& t) {
                     t.at_least_one(latch_set);
                     t.moves(locked, then);
                   }}});
  if (!design.latch.strong_transitions) {
    steps.push_back({"3 latch.fall_asleep: spuriously refused", {[=](Transition& t) { t.moves(locked, then); }}});
  }
  steps.push_back({"4 to 7: stays awake", {[](Transition& t) { t.moves(fallen_asleep, leaving); }}});
  steps.push_back({"8 block", {[](Transition& t) { t.moves(fallen_asleep, blocked); }}});
  return steps;
}

std::vector<Case> cases_of_wake_up(const Design& design) {
  const auto unlocks = [](Transition& t) { t.moves(leaving, awake); };
  if (!design.sleep.latch_wakes_up) return {unlocks};
  if (!design.latch.wake_up_keeps_set) {
    return {[=](Transition& t) {
      becomes(t, latch_unset);
      unlocks(t);
    }};
  }
  return {[=](Transition& t) {
            t.moves(latch_sleeping, latch_unset);
            unlocks(t);
          },
          [=](Transition& t) {
            t.at_least_one(latch_set);
            unlocks(t);
          }};
}

std::vector<Step> steps_of_waking_up(const Design& design) {
  std::vector<Step> steps;
  steps.push_back({"8 the wait ends", {[](Transition& t) { t.moves(woken, leaving); }}});
  steps.push_back({"9 latch.wake_up, unlock", cases_of_wake_up(design)});
  if (design.sleep.latch_wakes_up && !design.latch.strong_transitions) {
    steps.push_back({"9 latch.wake_up: fails spuriously, unlock", {[](Transition& t) { t.moves(leaving, awake); }}});
  }
  // A setter that has yet to wake the owner may wake it later: that is a wake by any other thread.
  steps.push_back({"probe: the latch is set, and another wait begins", {[](Transition& t) {
                     t.at_least_one(awake);
                     t.moves(latch_set, latch_unset);
                     t.set(was_set, t.state().number(0));
                     t.set(waking, t.state().number(0));
                   }}});
  return steps;
}

std::vector<Step> steps_of_reading_and_setting() {
  return {{"latch.set: reads, the owner sleeps", {[](Transition& t) {
             t.at_least_one(latch_sleeping);
             t.add(seen_asleep, 1);
           }}},
          {"latch.set: reads, the owner does not sleep", {[](Transition& t) {
             t.is_zero(latch_sleeping);
             t.add(seen_awake, 1);
           }}},
          {"latch.set: sets, and has to wake", {[](Transition& t) {
             t.moves(seen_asleep, waking);
             becomes(t, latch_set);
             is_set_now(t);
           }}},
          {"latch.set: sets, and need not wake", {[](Transition& t) {
             t.leaves(seen_awake);
             becomes(t, latch_set);
             is_set_now(t);
           }}}};
}

// Setting a latch that is already set changes nothing.
std::vector<Step> steps_of_setting(const Design& design) {
  if (design.flag_instead_of_latch) {
    return {{"a flag is set", {[](Transition& t) {
               is_set_now(t);
               t.add(waking, 1);
             }}}};
  }
  if (!design.latch.set_by_exchange) return steps_of_reading_and_setting();
  Step awake_owner{"latch.set: the owner did not sleep", {}};
  for (const Variable state : {latch_unset, latch_sleepy}) {
    awake_owner.cases.push_back([=](Transition& t) {
      t.moves(state, latch_set);
      is_set_now(t);
    });
  }
  const Step sleeping_owner{"latch.set: the owner slept", {[](Transition& t) {
                              t.moves(latch_sleeping, latch_set);
                              is_set_now(t);
                              t.add(waking, 1);
                            }}};
  return {awake_owner, sleeping_owner};
}

// Where the owner may be when a waker finds it not blocked: where the owner's mutex is free, or where the waker or the
// owner does not take it.
std::vector<Variable> places_where_not_blocked(const SleepSteps& protocol) {
  if (!protocol.wake_under_mutex || !protocol.lock_before_checking) {
    return {awake, sleepy, locked, fallen_asleep, woken, leaving};
  }
  if (!protocol.hold_mutex_while_registering) return {awake, sleepy, fallen_asleep, woken};
  return {awake, sleepy, woken};
}

std::vector<Step> steps_of_waking(const Design& design) {
  return {
      {"notify_latch_set: the owner is not blocked", {[places = places_where_not_blocked(design.sleep)](Transition& t) {
         t.leaves(waking);
         t.requires_that(t.state().sum(places) >= t.state().number(1));
       }}},
      {"notify_latch_set: is_blocked becomes false", {[](Transition& t) {
         t.leaves(waking);
         t.moves(blocked, woken);
       }}},
      {"another thread's wake: is_blocked becomes false", {[](Transition& t) { t.moves(blocked, woken); }}}};
}

}  // namespace

System system_of(const Design& design) {
  System system;
  system.variables = kNames;
  system.initially = [](const State& state) {
    z3::expr all = state[latch_unset] == state.number(1) && state[awake] == state.number(1);
    for (Variable variable = 0; variable != kPlaces; ++variable) {
      if (variable != latch_unset && variable != awake) all = all && state[variable] == state.number(0);
    }
    return all;
  };
  for (const auto& steps : {steps_of_falling_asleep(design), steps_of_waking_up(design), steps_of_setting(design),
                            steps_of_waking(design)}) {
    system.steps.insert(system.steps.end(), steps.begin(), steps.end());
  }
  return system;
}

}  // namespace vigil::proofs::invariants::latching
