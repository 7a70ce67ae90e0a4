// What a worker does, from start_looking to work_found. Read it beside core/include/vigil/sleep/sleep.hpp.
//
// Its latch may refuse it at steps 1 and 3 at any time, and end its wait at any time: the state of latches is left out,
// and with it nothing that a latch forbids. After a refusal at step 1 it is where it was.

#include "invariants/sleep/design.hpp"
#include "invariants/sleep/variables.hpp"

#include <initializer_list>

namespace vigil::proofs::invariants::sleeping {
namespace {

// The same for those whose announcement is current and for those whose announcement is stale.
std::vector<Case> moves_both(Pair from, Pair to) {
  return {[=](Transition& t) { t.moves(from.kept, to.kept); }, [=](Transition& t) { t.moves(from.lost, to.lost); }};
}

std::vector<Case> from_each(std::initializer_list<Variable> places,
                            const std::function<void(Transition&, Variable)>& act) {
  std::vector<Case> cases;
  for (const Variable place : places) cases.push_back([=](Transition& t) { act(t, place); });
  return cases;
}

// With the last job goes every poster's duty to see to it.
void take_job(Transition& t) {
  t.at_least_one(jobs);
  const z3::expr last = t[jobs] == t.state().number(1);
  const z3::expr none = t.state().number(0);
  for (const Pair& obligation : kObligations) t.all_move_if(last, obligation.kept, obligation.lost);
  t.set(noted, z3::ite(last, none, t[noted]));
  t.set(passed_by, z3::ite(last, none, t[passed_by]));
  t.add(jobs, -1);
}

// From now on the worker will block, whatever anybody may have seen it do before.
void commit(Transition& t) {
  t.add(committed, 1);
  t.set(passed_by, t[passed_by] + t.any_up_to(t[scan_missed] + t[cascade_missed]));
}

std::vector<Step> steps_of_looking(const Design& design) {
  const auto is_stale = [even = design.protocol.announce_makes_even](const Transition& t) {
    return t[odd] == t.state().number(even ? 1 : 0);
  };
  std::vector<Step> steps;
  steps.push_back({"start_looking: add_inactive", {[](Transition& t) {
                     t.moves(running, looking);
                     t.add(inactive, 1);
                   }}});
  steps.push_back({"announce_sleepy: the counter becomes even, or is", {[=](Transition& t) {
                     move_counter_if(t, design, is_stale(t));
                     const bool looks = design.protocol.look_after_announcing;
                     const bool from_own_write = design.protocol.announcement_from_own_write;
                     t.moves(looking, !from_own_write ? toggled : looks ? announced : looked);
                   }}});
  if (!design.protocol.announcement_from_own_write) {
    steps.push_back({"announce_sleepy: reads the counter again", {[](Transition& t) { t.moves(toggled, announced); }}});
  }
  steps.push_back(
      {"looks: takes an injected job",
       from_each({looking, announced, announced_stale, looked, looked_stale}, [](Transition& t, Variable at) {
         take_job(t);
         t.moves(at, found);
       })});
  steps.push_back({"looks: finds an internal job, or its wait is over",
                   from_each({looking, announced, announced_stale, looked, looked_stale},
                             [](Transition& t, Variable at) { t.moves(at, found); })});
  Step in_vain{"looks: finds nothing", moves_both(kAnnounced, kLooked)};
  for (Case& act : in_vain.cases) {
    act = [moves = act](Transition& t) {
      t.is_zero(jobs);
      moves(t);
    };
  }
  steps.push_back(in_vain);
  return steps;
}

std::vector<Step> steps_of_falling_asleep(const Design& design) {
  const bool looks_last = design.looks_last();
  const bool takes_back = design.protocol.take_registration_back;
  std::vector<Step> steps;
  steps.push_back({"1 latch.get_sleepy", moves_both(kLooked, kSleepy)});
  steps.push_back({"2 lock the own mutex", moves_both(kSleepy, kLocked)});
  steps.push_back({"3 latch.fall_asleep", moves_both(kLocked, kFallenAsleep)});
  steps.push_back({"3 latch.fall_asleep: refused",
                   from_each({locked, locked_stale}, [](Transition& t, Variable at) { t.moves(at, looking); })});
  steps.push_back({"4 compare the counter: refused", {[](Transition& t) { t.moves(fallen_stale, leaving); }}});
  if (!looks_last) {
    steps.push_back({"5 register as sleeping, no look", {[](Transition& t) {
                       t.leaves(fallen_asleep);
                       t.add(sleeping, 1);
                       commit(t);
                     }}});
    return steps;
  }
  steps.push_back({"5 register as sleeping", {[](Transition& t) {
                     t.moves(fallen_asleep, registered);
                     t.add(sleeping, 1);
                   }}});
  steps.push_back({"7 injected jobs? none", {[](Transition& t) {
                     t.is_zero(jobs);
                     t.leaves(registered);
                     commit(t);
                   }}});
  steps.push_back({"7 injected jobs? some", {[](Transition& t) {
                     t.at_least_one(jobs);
                     t.moves(registered, taking_back);
                   }}});
  steps.push_back({"7 sub_sleeping: takes the registration back", {[=](Transition& t) {
                     t.moves(taking_back, leaving);
                     if (takes_back) t.add(sleeping, -1);
                   }}});
  return steps;
}

std::vector<Step> steps_of_waking_up(const Design& design) {
  const bool sleeper_decrements = !design.protocol.wake_under_mutex || !design.protocol.waker_alone_decrements;
  std::vector<Step> steps;
  steps.push_back({"8 block", {[](Transition& t) { t.moves(committed, blocked); }}});
  steps.push_back({"8 the wait ends", {[=](Transition& t) {
                     t.moves(woken, leaving);
                     if (sleeper_decrements) t.add(sleeping, -1);
                   }}});
  steps.push_back({"9 latch.wake_up, unlock", {[](Transition& t) { t.moves(leaving, looking); }}});
  return steps;
}

std::vector<Step> steps_of_work_found(const Design& design) {
  const bool wakes = design.protocol.cascade_before_job;
  std::vector<Step> steps;
  steps.push_back({"work_found: sub_inactive, nobody sleeps", {[](Transition& t) {
                     t.is_zero(sleeping);
                     t.moves(found, running);
                     t.add(inactive, -1);
                   }}});
  const auto somebody_sleeps = [](Transition& t) {
    t.at_least_one(sleeping);
    t.leaves(found);
    t.add(inactive, -1);
  };
  Step step{"work_found: sub_inactive, somebody sleeps", {}};
  if (wakes) {
    step.cases.push_back([=](Transition& t) {
      t.at_least_one(noted);
      somebody_sleeps(t);
      t.add(cascade, 1);
    });
    step.cases.push_back([=](Transition& t) {
      t.is_zero(noted);
      somebody_sleeps(t);
      t.add(cascade_free, 1);
    });
  } else {
    step.cases.push_back([=](Transition& t) {
      somebody_sleeps(t);
      t.add(running, 1);
    });
  }
  steps.push_back(step);
  return steps;
}

}  // namespace

std::vector<Step> steps_of_workers(const Design& design) {
  std::vector<Step> steps = steps_of_looking(design);
  for (const auto& part : {steps_of_falling_asleep(design), steps_of_waking_up(design), steps_of_work_found(design)}) {
    steps.insert(steps.end(), part.begin(), part.end());
  }
  return steps;
}

}  // namespace vigil::proofs::invariants::sleeping
