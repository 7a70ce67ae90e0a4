// What a worker does, from start_looking to work_found. Read it beside core/include/vigil/sleep/sleep.hpp.
//
// Its latch may refuse it at steps 1 and 3 at any time, and end its wait at any time: the state of latches is left out,
// and with it nothing that a latch forbids. After a refusal at step 1 it is where it was.

#include "invariants/sleep/design.hpp"
#include "invariants/sleep/variables.hpp"

#include <functional>
#include <vector>

namespace vigil::proofs::invariants::sleeping {
namespace {

// The same for those whose announcement is current and for those whose announcement is stale.
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

// The word is read; later it is written, whatever it is by then. One worker at a time: there is a run of that kind.
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

// The counter is found even, which ends it; or odd, and moves later, whatever it is by then.
std::vector<Step> steps_of_toggling_untested(const Design& design, const Condition& is_stale, Variable to) {
  return {{"announce_sleepy: the counter is even", {[=](Transition& t) {
             t.requires_that(!is_stale(t));
             t.moves(looking, to);
           }}},
          {"announce_sleepy: finds the counter odd", {[=](Transition& t) {
             t.requires_that(is_stale(t));
             t.moves(looking, tested);
           }}},
          {"announce_sleepy: adds to the counter", {[=](Transition& t) {
             move_counter_if(t, design, t.state().numbers().context().bool_val(true));
             t.moves(tested, to);
           }}}};
}

std::vector<Step> steps_of_announcing(const Design& design) {
  const auto is_stale = [even = design.protocol.announce_makes_even](const Transition& t) {
    return t[odd] == t.state().number(even ? 1 : 0);
  };
  const bool from_own_write = design.protocol.announcement_from_own_write;
  const Variable to = !from_own_write ? toggled : design.protocol.check_after_announcing ? announced : looked;
  std::vector<Step> steps;
  if (design.counters.toggle_what_was_tested) {
    steps.push_back({"announce_sleepy: the counter becomes even, or is", {[=](Transition& t) {
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

std::vector<Step> steps_of_looking(const Design& design) {
  std::vector<Variable> places = {looking, announced, announced_stale, looked, looked_stale};
  if (design.skips_announcement()) places.push_back(unannounced);
  std::vector<Step> steps;
  steps.push_back({"looks: takes an injected job", from_each(places, [](Transition& t, Variable at) {
                     take_job(t);
                     t.moves(at, found);
                   })});
  steps.push_back({"looks: finds an internal job, or its wait is over",
                   from_each(places, [](Transition& t, Variable at) { t.moves(at, found); })});
  Step in_vain{"looks: finds nothing", moves_both(kAnnounced, kLooked)};
  if (design.skips_announcement()) {
    in_vain.cases.push_back([](Transition& t) { t.moves(unannounced, looked_stale); });
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
        {"5 register as sleeping: refused for no reason", {[](Transition& t) { t.at_least_one(fallen_asleep); }}});
  }
  if (!design.counters.register_on_unchanged_word) {
    steps.push_back({"4 compare the counter: equal", {[](Transition& t) { t.moves(fallen_asleep, compared); }}});
    steps.push_back({name + ", whatever the word is", {registers_from(compared)}});
    return steps;
  }
  Step registers{name, {registers_from(fallen_asleep)}};
  if (!design.protocol.compare_counter) registers.cases.push_back(registers_from(fallen_stale));
  steps.push_back(registers);
  return steps;
}

std::vector<Step> steps_of_falling_asleep(const Design& design) {
  std::vector<Step> steps;
  steps.push_back({"1 latch.get_sleepy", moves_both(kLooked, kSleepy)});
  steps.push_back({"2 lock the own mutex", moves_both(kSleepy, kLocked)});
  steps.push_back({"3 latch.fall_asleep", moves_both(kLocked, kFallenAsleep)});
  if (design.protocol.heed_latch) {
    steps.push_back({"3 latch.fall_asleep: refused",
                     from_each({locked, locked_stale}, [](Transition& t, Variable at) { t.moves(at, looking); })});
  }
  return steps;
}

std::vector<Step> steps_of_looking_last(const Design& design) {
  if (!design.looks_last()) return steps_of_registering(design, "5 register as sleeping, no look", commit);
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
  // After rounds of yielding, which change nothing that anybody sees, it announces itself; unless the round of the
  // announcement is counted before it is acted upon. Then an announcement that was kept is the one that was refused.
  const Variable next = !design.counts_before_acting()        ? looking
                        : design.protocol.forget_announcement ? unannounced
                                                              : announced_stale;
  steps.push_back(
      {"9 latch.wake_up, unlock",
       {[](Transition& t) { t.moves(leaving, looking); }, [=](Transition& t) { t.moves(turned_back, next); }}});
  return steps;
}

// wake_any begins; whether it owes anything to a job depends on whether that had been noted.
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

// It is off the idle ones before it looks. What it leaves may also be internal jobs, of which nothing is known here.
std::vector<Step> steps_of_leaving_first() {
  return {{"work_found: sub_inactive, somebody sleeps", {[](Transition& t) {
             t.at_least_one(sleeping);
             t.moves(found, left);
             t.add(inactive, -1);
           }}},
          {"work_found: looks, leaves nothing", {[](Transition& t) {
             t.is_zero(jobs);
             t.moves(left, running);
           }}},
          {"work_found: looks, leaves work", cascades_from(left)}};
}

// leave_before_checking: it looks while its posters still count on it.
std::vector<Step> steps_of_looking_first() {
  Step leaves_work{"work_found: sub_inactive, somebody sleeps, work was seen", cascades_from(found)};
  for (Case& act : leaves_work.cases) {
    act = [begins = act](Transition& t) {
      t.at_least_one(sleeping);
      t.add(inactive, -1);
      begins(t);
    };
  }
  return {{"work_found: looks, sees nothing", {[](Transition& t) {
             t.is_zero(jobs);
             t.moves(found, found_none_left);
           }}},
          {"work_found: sub_inactive, nothing was seen", {[](Transition& t) {
             t.moves(found_none_left, running);
             t.add(inactive, -1);
           }}},
          leaves_work};
}

std::vector<Step> steps_of_work_found(const Design& design) {
  std::vector<Step> steps = {{"work_found: sub_inactive, nobody sleeps", {[](Transition& t) {
                                t.is_zero(sleeping);
                                t.moves(found, running);
                                t.add(inactive, -1);
                              }}}};
  if (!design.cascades()) {
    steps.push_back({"work_found: sub_inactive, somebody sleeps", {[](Transition& t) {
                       t.at_least_one(sleeping);
                       t.moves(found, running);
                       t.add(inactive, -1);
                     }}});
    return steps;
  }
  for (const Step& step : design.protocol.leave_before_checking ? steps_of_leaving_first() : steps_of_looking_first()) {
    steps.push_back(step);
  }
  return steps;
}

}  // namespace

std::vector<Step> steps_of_workers(const Design& design) {
  std::vector<Step> steps = steps_of_starting(design);
  for (const auto& part : {steps_of_announcing(design), steps_of_looking(design), steps_of_falling_asleep(design),
                           steps_of_looking_last(design), steps_of_waking_up(design), steps_of_work_found(design)}) {
    steps.insert(steps.end(), part.begin(), part.end());
  }
  return steps;
}

}  // namespace vigil::proofs::invariants::sleeping
