// The steps of a worker, from start_looking to work_found. Read it beside core/include/vigil/sleep/sleep.hpp.
//
// The state of latches is left out, which allows more executions than the code has, never fewer: its latch may refuse a
// worker at steps 1 and 3 at any time, and may end its wait at any time. A refusal at step 1 changes nothing.

#include "invariants/sleep/design.hpp"
#include "invariants/sleep/variables.hpp"

#include <functional>
#include <vector>

namespace vigil::proofs::invariants::sleeping {
namespace {

// The same for a worker with a current announcement and for a worker with a stale one.
std::vector<Case> moves_both(Pair from, Pair to) {
  return {[=](Transition& t) { t.moves(from.kept, to.kept); }, [=](Transition& t) { t.moves(from.lost, to.lost); }};
}

using Condition = std::function<z3::expr(const Transition&)>;

std::vector<Case> from_each(const std::vector<Variable>& places,
                            const std::function<void(Transition&, Variable)>& act) {
  std::vector<Case> cases;
  cases.reserve(places.size());
  for (const Variable place : places) cases.push_back([=](Transition& t) { act(t, place); });
  return cases;
}

// Taking the last job frees every obliged poster and scan.
void take_job(Transition& t) {
  t.at_least_one(jobs);
  const z3::expr last = t[jobs] == t.state().number(1);
  const z3::expr none = t.state().number(0);
  for (const Pair& obligation : kObligations) t.all_move_if(last, obligation.kept, obligation.lost);
  t.set(noted, z3::ite(last, none, t[noted]));
  t.set(passed_by, z3::ite(last, none, t[passed_by]));
  t.add(jobs, -1);
}

// From now on the worker will block. Scans that visited it before have missed it.
void commit(Transition& t) {
  t.add(committed, 1);
  t.set(passed_by, t[passed_by] + t.any_up_to(t[scan_missed] + t[cascade_missed]));
}

// The word is read and later written, even if it has changed. One worker at a time does so: that suffices for a run.
std::vector<Step> steps_of_counting_in_two() {
  return {{"start_looking: add_inactive reads the word", {[](Transition& t) {
             t.is_zero(counting);
             t.is_zero(counting_stale);
             t.moves(running, counting);
             t.set(read_sleeping, t[sleeping]);
             t.set(read_inactive, t[inactive]);
           }}},
          {"start_looking: add_inactive writes the word", {[](Transition& t) {
             t.moves(counting, looking);
             t.set(sleeping, t[read_sleeping]);
             t.set(inactive, t[read_inactive] + t.state().number(1));
           }}}};
}

// The counter is found even, and stays; or it is found odd, and is incremented later, even if it has changed.
std::vector<Step> steps_of_toggling_untested(const Design& design, const Condition& is_stale, Variable to) {
  return {{"announce_sleepy: the counter is even", {[=](Transition& t) {
             t.requires_that(!is_stale(t));
             t.moves(looking, to);
           }}},
          {"announce_sleepy: finds the counter odd", {[=](Transition& t) {
             t.requires_that(is_stale(t));
             t.moves(looking, tested);
           }}},
          {"announce_sleepy: increments the counter", {[=](Transition& t) {
             move_counter_if(t, design, t.state().numbers().context().bool_val(true));
             t.moves(tested, to);
           }}}};
}

std::vector<Step> steps_of_announcing(const Design& design) {
  const auto is_stale = [even = design.protocol.announce_makes_even](const Transition& t) {
    return t[odd] == t.state().number(even ? 1 : 0);
  };
  const bool from_own_write = design.protocol.announcement_from_own_write;
  const Variable to = !from_own_write ? toggled : design.protocol.check_after_announcing ? announced : checked;
  std::vector<Step> steps;
  if (design.counters.toggle_what_was_tested) {
    steps.push_back({"announce_sleepy: the counter becomes even or already is", {[=](Transition& t) {
                       move_counter_if(t, design, is_stale(t));
                       t.moves(looking, to);
                     }}});
  } else {
    steps = steps_of_toggling_untested(design, is_stale, to);
  }
  if (!from_own_write) {
    steps.push_back({"announce_sleepy: reads the counter again", {[](Transition& t) { t.moves(toggled, announced); }}});
  }
  return steps;
}

std::vector<Step> steps_of_starting(const Design& design) {
  if (!design.counters.count_in_one_step) return steps_of_counting_in_two();
  return {{"start_looking: add_inactive", {[](Transition& t) {
             t.moves(running, looking);
             t.add(inactive, 1);
           }}}};
}

std::vector<Step> steps_of_checking(const Design& design) {
  std::vector<Variable> places = {looking, announced, announced_stale, checked, checked_stale};
  if (design.skips_announcement()) places.push_back(unannounced);
  std::vector<Step> steps;
  steps.push_back({"searches: takes an injected job", from_each(places, [](Transition& t, Variable at) {
                     take_job(t);
                     t.moves(at, found);
                   })});
  steps.push_back({"searches: finds an internal job, or its wait is over",
                   from_each(places, [](Transition& t, Variable at) { t.moves(at, found); })});
  Step in_vain{"searches: finds no job", moves_both(kAnnounced, kChecked)};
  if (design.skips_announcement()) {
    in_vain.cases.push_back([](Transition& t) { t.moves(unannounced, checked_stale); });
  }
  for (Case& act : in_vain.cases) {
    act = [moves = act](Transition& t) {
      t.is_zero(jobs);
      moves(t);
    };
  }
  steps.push_back(in_vain);
  return steps;
}

// Steps 4 and 5, after which the worker is at `to`.
std::vector<Step> steps_of_registering(const Design& design, const std::string& name, const Case& to) {
  const auto registers_from = [=](Variable from) {
    return [=](Transition& t) {
      t.leaves(from);
      t.add(sleeping, 1);
      to(t);
    };
  };
  std::vector<Step> steps;
  if (design.protocol.compare_counter) {
    steps.push_back({"4 compare the counter: refused", {[](Transition& t) { t.moves(fallen_stale, turned_back); }}});
  }
  if (!design.counters.strong_registration) {
    steps.push_back(
        {"5 register as sleeping: spuriously refused", {[](Transition& t) { t.at_least_one(fallen_asleep); }}});
  }
  if (!design.counters.register_on_unchanged_word) {
    steps.push_back({"4 compare the counter: equal", {[](Transition& t) { t.moves(fallen_asleep, compared); }}});
    steps.push_back({name + " on any word", {registers_from(compared)}});
    return steps;
  }
  Step registers{name, {registers_from(fallen_asleep)}};
  if (!design.protocol.compare_counter) registers.cases.push_back(registers_from(fallen_stale));
  steps.push_back(registers);
  return steps;
}

std::vector<Step> steps_of_falling_asleep(const Design& design) {
  std::vector<Step> steps;
  steps.push_back({"1 latch.get_sleepy", moves_both(kChecked, kSleepy)});
  steps.push_back({"2 lock the own mutex", moves_both(kSleepy, kLocked)});
  steps.push_back({"3 latch.fall_asleep", moves_both(kLocked, kFallenAsleep)});
  if (design.protocol.heed_latch) {
    steps.push_back({"3 latch.fall_asleep: refused",
                     from_each({locked, locked_stale}, [](Transition& t, Variable at) { t.moves(at, looking); })});
  }
  return steps;
}

std::vector<Step> steps_of_last_check(const Design& design) {
  if (!design.checks_last()) return steps_of_registering(design, "5 register as sleeping, no check", commit);
  std::vector<Step> steps =
      steps_of_registering(design, "5 register as sleeping", [](Transition& t) { t.add(registered, 1); });
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
                     if (design.protocol.take_registration_back) subtract_sleeping(t, design);
                   }}});
  return steps;
}

std::vector<Step> steps_of_waking_up(const Design& design) {
  const bool sleeper_decrements = !design.protocol.wake_under_mutex || !design.protocol.waker_alone_decrements;
  std::vector<Step> steps;
  steps.push_back({"8 block", {[](Transition& t) { t.moves(committed, blocked); }}});
  steps.push_back({"8 the wait ends", {[=](Transition& t) {
                     t.moves(woken, leaving);
                     if (sleeper_decrements) subtract_sleeping(t, design);
                   }}});
  // After rounds of yielding, which change no shared state, the worker announces itself. It does not if the round of
  // the announcement is counted before it is acted upon: then an announcement that was kept is the one that was
  // refused.
  const Variable next = !design.counts_before_acting()        ? looking
                        : design.protocol.forget_announcement ? unannounced
                                                              : announced_stale;
  steps.push_back(
      {"9 latch.wake_up, unlock",
       {[](Transition& t) { t.moves(leaving, looking); }, [=](Transition& t) { t.moves(turned_back, next); }}});
  return steps;
}

// wake_any begins. The scan is obliged if a poster's read of the counters has been noted.
std::vector<Case> cascades_from(Variable place) {
  return {[=](Transition& t) {
            t.at_least_one(noted);
            t.moves(place, cascade);
          },
          [=](Transition& t) {
            t.is_zero(noted);
            t.moves(place, cascade_free);
          }};
}

// The worker leaves the idle ones before it checks for remaining work. Internal jobs, which are left out here, may
// remain at any time.
std::vector<Step> steps_of_leaving_first() {
  return {{"work_found: sub_inactive, some sleep", {[](Transition& t) {
             t.at_least_one(sleeping);
             t.moves(found, left);
             t.add(inactive, -1);
           }}},
          {"work_found: checks, no work remains", {[](Transition& t) {
             t.is_zero(jobs);
             t.moves(left, running);
           }}},
          {"work_found: checks, work remains", cascades_from(left)}};
}

// Without leave_before_checking: the worker checks while posters still count it as idle.
std::vector<Step> steps_of_checking_first() {
  Step leaves_work{"work_found: sub_inactive, some sleep, work was seen", cascades_from(found)};
  for (Case& act : leaves_work.cases) {
    act = [begins = act](Transition& t) {
      t.at_least_one(sleeping);
      t.add(inactive, -1);
      begins(t);
    };
  }
  return {{"work_found: checks, sees no work", {[](Transition& t) {
             t.is_zero(jobs);
             t.moves(found, found_none_left);
           }}},
          {"work_found: sub_inactive, no work was seen", {[](Transition& t) {
             t.moves(found_none_left, running);
             t.add(inactive, -1);
           }}},
          leaves_work};
}

std::vector<Step> steps_of_work_found(const Design& design) {
  std::vector<Step> steps = {{"work_found: sub_inactive, none sleep", {[](Transition& t) {
                                t.is_zero(sleeping);
                                t.moves(found, running);
                                t.add(inactive, -1);
                              }}}};
  if (!design.cascades()) {
    steps.push_back({"work_found: sub_inactive, some sleep", {[](Transition& t) {
                       t.at_least_one(sleeping);
                       t.moves(found, running);
                       t.add(inactive, -1);
                     }}});
    return steps;
  }
  for (const Step& step :
       design.protocol.leave_before_checking ? steps_of_leaving_first() : steps_of_checking_first()) {
    steps.push_back(step);
  }
  return steps;
}

}  // namespace

std::vector<Step> steps_of_workers(const Design& design) {
  std::vector<Step> steps = steps_of_starting(design);
  for (const auto& part : {steps_of_announcing(design), steps_of_checking(design), steps_of_falling_asleep(design),
                           steps_of_last_check(design), steps_of_waking_up(design), steps_of_work_found(design)}) {
    steps.insert(steps.end(), part.begin(), part.end());
  }
  return steps;
}

}  // namespace vigil::proofs::invariants::sleeping
