// The steps of posters, from the check whether the queue is empty to the wake, and the system as a whole.
//
// Any number of threads post, at any time. A worker that posts an internal job counts as a separate thread while it
// posts, which allows more than the code does. The internal job is in no queue of this system, but its poster moves the
// counter and wakes sleepers as any other.

#include "invariants/sleep/design.hpp"
#include "invariants/sleep/variables.hpp"

#include <algorithm>

namespace vigil::proofs::invariants::sleeping {
namespace {

std::vector<Step> steps_of_pushing(const Design& design) {
  std::vector<Step> steps;
  steps.push_back({"poster checks: the queue is empty", {[](Transition& t) {
                     t.is_zero(jobs);
                     t.add(asked_empty, 1);
                   }}});
  steps.push_back({"poster checks: the queue has jobs", {[](Transition& t) {
                     t.at_least_one(jobs);
                     t.add(asked_jobs, 1);
                   }}});
  Step push{"poster pushes a job", {}};
  const auto pushes = [&](Variable from, Variable to) {
    push.cases.push_back([=](Transition& t) {
      t.moves(from, to);
      t.add(jobs, 1);
    });
  };
  pushes(asked_empty, pushed_empty);
  pushes(asked_jobs, pushed_jobs);
  if (!design.one_job_a_post) {
    for (const Pair& pushed : {kPushedEmpty, kPushedJobs}) {
      pushes(pushed.kept, pushed.kept);
      pushes(pushed.lost, pushed.kept);
    }
  }
  steps.push_back(push);
  if (design.one_job_a_post) return steps;
  Step internal{"new_internal_jobs: begins", {}};
  for (const Pair& pushed : {kPushedEmpty, kPushedJobs}) {
    internal.cases.push_back([=](Transition& t) { t.add(pushed.lost, 1); });
  }
  steps.push_back(internal);
  return steps;
}

// What new_jobs finds in the word, and where the poster goes then.
struct Finding {
  Pair at;
  Pair to;  // to.kept == kPlaces: the poster is done
  std::function<z3::expr(const Transition&)> in_the_word;
};

// The counter becomes odd or already is, and `finding.in_the_word` holds for the word as it is then. If `tested`, the
// poster found the counter even some time ago, and increments it without checking it again.
Case reads_the_counters(const Finding& finding, bool obliged, bool tested, const Design& design) {
  return [=](Transition& t) {
    const z3::expr is_stale = t[odd] == t.state().number(design.protocol.post_makes_odd ? 0 : 1);
    if (tested) {
      t.leaves(posters_tested);
      move_counter_if(t, design, t.state().numbers().context().bool_val(true));
    } else if (design.counters.toggle_what_was_tested) {
      move_counter_if(t, design, is_stale);
    } else {
      t.requires_that(!is_stale);
    }
    t.requires_that(finding.in_the_word(t));
    t.leaves(obliged ? finding.at.kept : finding.at.lost);
    const Variable to = obliged ? finding.to.kept : finding.to.lost;
    if (to != kPlaces) t.add(to, 1);
    if (obliged) t.set(noted, t.state().number(1));
  };
}

Step reads_the_counters(const std::string& name, const std::vector<Finding>& findings, const Design& design) {
  Step step{"new_jobs: the counter becomes odd or already is; " + name, {}};
  for (const Finding& finding : findings) {
    for (const bool obliged : {true, false}) {
      step.cases.push_back(reads_the_counters(finding, obliged, false, design));
      if (design.counters.toggle_what_was_tested) continue;
      step.cases.push_back(reads_the_counters(finding, obliged, true, design));
    }
  }
  return step;
}

// Without toggle_what_was_tested. Any of the posters that have not yet tested the counter may take this step.
Step finds_the_counter_stale(const Design& design) {
  return {"new_jobs: finds the counter even", {[=](Transition& t) {
            t.requires_that(t[odd] == t.state().number(design.protocol.post_makes_odd ? 0 : 1));
            t.requires_that(t[posters_tested] < t.state().sum(posters_to_read()));
            t.add(posters_tested, 1);
          }}};
}

std::vector<Step> steps_of_new_jobs(const Design& design) {
  constexpr Pair kGone{kPlaces, kPlaces};
  const auto zero = [](const Transition& t) { return t.state().number(0); };
  const auto awake = [](const Transition& t) { return t[inactive] - t[sleeping]; };
  const auto none_sleep = [=](const Transition& t) { return t[sleeping] == zero(t); };
  const auto some_sleep = [=](const Transition& t) { return t[sleeping] != zero(t); };
  const auto enough = [=](const Transition& t) { return some_sleep(t) && awake(t) > zero(t); };
  // A poster with more than one job may have more jobs than workers are awake, however many are.
  const auto too_few = [=, one = design.one_job_a_post](const Transition& t) {
    return one ? some_sleep(t) && awake(t) <= zero(t) : some_sleep(t);
  };
  std::vector<Step> steps;
  if (!design.counters.toggle_what_was_tested) steps.push_back(finds_the_counter_stale(design));
  steps.push_back(
      reads_the_counters("none sleep", {{kPushedEmpty, kGone, none_sleep}, {kPushedJobs, kGone, none_sleep}}, design));
  steps.push_back(reads_the_counters("enough are awake", {{kPushedEmpty, kGone, enough}}, design));
  steps.push_back(reads_the_counters("too few are awake", {{kPushedEmpty, kPosterScan.fresh, too_few}}, design));
  if (design.protocol.wake_for_later_jobs) {
    steps.push_back(reads_the_counters("the queue had jobs", {{kPushedJobs, kPosterScan.fresh, some_sleep}}, design));
  } else {
    steps.push_back(
        reads_the_counters("the queue had jobs, none is woken", {{kPushedJobs, kGone, some_sleep}}, design));
  }
  return steps;
}

}  // namespace

void move_counter_if(Transition& t, const Design& design, const z3::expr& condition) {
  for (const Pair& place : kMemories) {
    const z3::expr current = t[place.kept];
    t.all_move_if(condition, place.kept, place.lost);
    if (!design.counter_of_one_bit) continue;
    // An old word equals the counter again.
    const z3::expr stale = t[place.lost] - z3::ite(condition, current, t.state().number(0));
    t.set(place.kept, z3::ite(condition, stale, t[place.kept]));
    t.set(place.lost, z3::ite(condition, current, t[place.lost]));
  }
  t.set(odd, z3::ite(condition, t.state().number(1) - t[odd], t[odd]));
}

void subtract_sleeping(Transition& t, const Design& design) {
  const z3::expr zero = t.state().number(0);
  const z3::expr one_less = t[sleeping] - t.state().number(1);
  t.set(sleeping, design.counters.subtract_exactly ? one_less : z3::ite(t[sleeping] == zero, zero, one_less));
}

std::vector<Step> steps_of_posters(const Design& design) {
  std::vector<Step> steps = steps_of_pushing(design);
  for (const Step& step : steps_of_new_jobs(design)) steps.push_back(step);
  return steps;
}

System system_of(const Design& design) {
  System system;
  system.variables = kNames;
  // All workers run a job. Their number is any.
  system.initially = [](const State& state) {
    z3::expr all = state[workers] >= state.number(1) && state[running] == state[workers];
    for (Variable variable = 0; variable != kPlaces; ++variable) {
      if (variable != workers && variable != running) all = all && state[variable] == state.number(0);
    }
    return all;
  };
  for (const auto& steps : {steps_of_workers(design), steps_of_wakers(design), steps_of_posters(design)}) {
    system.steps.insert(system.steps.end(), steps.begin(), steps.end());
  }
  return system;
}

}  // namespace vigil::proofs::invariants::sleeping
