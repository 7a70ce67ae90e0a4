// The steps of the owner: push, publish, pop, take back, await and retire. Read it beside
// core/include/vigil/deque/split.hpp. Accesses to what no other thread uses then are part of the step that follows.

#include "invariants/deque/design.hpp"

namespace vigil::proofs::invariants::splitting {
namespace {

z3::expr one(const Transition& t) { return t.state().number(1); }
z3::expr is(const Transition& t, Variable variable) { return t[variable] == one(t); }
z3::expr newest(const Transition& t) { return t[head] - one(t); }

void asks(Transition& t) { t.set(asked, one(t)); }

void set_split(Transition& t, const z3::expr& to, const Design& design) {
  t.set(own_split, to);
  t.set(limit, design.steps.limit_at_split ? to : t.state().number(0));
  t.set(asked, t.state().number(0));
}

// The owner has the newest job back.
void gets_newest(Transition& t) {
  const z3::expr at = newest(t);
  t.set(runs, t[runs] + one_if(t, lies_in(t, at)));
  const z3::expr leaves = one_if(t, is(t, kept) && t[slot] == at);
  t.set(kept, t[kept] - leaves);
  t.set(gone, t[gone] + leaves);
  t.add(head, -1);
}

// The older half of the private jobs below `end`, or any number of them.
void begins_to_publish(Transition& t, Variable from, const z3::expr& end, const Design& design) {
  const z3::expr all = end - t[own_split];
  const z3::expr some = t.any_up_to(all);
  if (design.only_what_code_does) {
    t.requires_that(some + some >= all && some + some <= all + one(t));
  } else {
    t.requires_that(some >= one(t) || all == t.state().number(0));
  }
  t.moves(from, resetting);
  t.set(count, some);
}

// Makes another job than the followed one.
void emplaces(Transition& t) {
  const z3::expr is_over = one_if(t, is(t, gone) && t[slot] == t[head]);
  t.set(gone, t[gone] - is_over);
  t.set(overwritten, t[overwritten] + is_over);
}

// Makes the job that is followed. Any job before it may have left the state of its slot.
void emplaces_followed(Transition& t) {
  t.moves(not_pushed, kept);
  t.set(slot, t[head]);
  t.set(state, t.any_up_to(t.state().number(kEnded)));
}

std::vector<Step> steps_of_push(const Design& design) {
  Step without{"push, limit.read: not asked", {}};
  Step with{"push, limit.read: asked", {}};
  for (const Case& emplace : {Case(emplaces), Case(emplaces_followed)}) {
    without.cases.push_back([=](Transition& t) {
      t.at_least_one(idle);
      t.is_zero(asked);
      t.requires_that(t[head] >= t[limit]);
      emplace(t);
      t.add(head, 1);
    });
    with.cases.push_back([=](Transition& t) {
      t.requires_that(is(t, asked) || t[head] < t[limit]);
      emplace(t);
      t.add(head, 1);
      begins_to_publish(t, idle, t[head], design);
    });
  }
  const Step all{"publish_all: some jobs are private", {[=](Transition& t) {
                   t.requires_that(t[head] > t[own_split]);
                   t.moves(idle, resetting);
                   t.set(count, t[head] - t[own_split]);
                 }}};
  return {without, with, all};
}

void reset_states(Transition& t, const z3::expr& first) {
  const z3::expr is_reset = t[slot] >= first && t[slot] < first + t[count] && lies_in(t, t[slot]);
  t.set(state, z3::ite(is_reset, t.state().number(kReady), t[state]));
}

Step tells_listener() {
  const auto tells = [](Transition& t) {
    t.moves(reporting, idle);
    t.set(empty_handed, t.state().number(0));
  };
  return {"the listener learns of it", {tells, [=](Transition& t) {
                                          tells(t);
                                          asks(t);
                                        }}};
}

// The range is raised before the states are reset, or before the limit is set.
std::vector<Step> steps_of_publishing_early(const Design& design) {
  if (!design.steps.reset_before_publishing) {
    return {{"limit.set, before publish.split", {[=](Transition& t) {
               t.moves(resetting, publishing);
               set_split(t, t[own_split] + t[count], design);
             }}},
            {"publish.split", {[](Transition& t) {
               t.moves(publishing, resetting_after);
               t.set(split, t[split] + t[count]);
             }}},
            {"publish.reset, after publish.split", {[](Transition& t) {
               t.moves(resetting_after, reporting);
               reset_states(t, t[own_split] - t[count]);
             }}}};
  }
  return {{"publish.reset", {[](Transition& t) {
             t.moves(resetting, publishing);
             reset_states(t, t[own_split]);
           }}},
          {"publish.split", {[](Transition& t) {
             t.moves(publishing, limiting_after);
             t.set(split, t[split] + t[count]);
           }}},
          {"limit.set, after publish.split", {[=](Transition& t) {
             t.moves(limiting_after, reporting);
             set_split(t, t[own_split] + t[count], design);
           }}}};
}

std::vector<Step> steps_of_publish(const Design& design) {
  if (!design.steps.reset_before_publishing || !design.steps.limit_before_publishing) {
    std::vector<Step> steps = steps_of_publishing_early(design);
    steps.push_back(tells_listener());
    return steps;
  }
  std::vector<Step> steps = {{"publish.reset", {[=](Transition& t) {
                                t.moves(resetting, limiting);
                                if (design.steps.reset_state) reset_states(t, t[own_split]);
                              }}},
                             {"limit.set, before publish.split", {[=](Transition& t) {
                                t.moves(limiting, publishing);
                                set_split(t, t[own_split] + t[count], design);
                              }}}};
  if (design.steps.publish_by_addition) {
    steps.push_back({"publish.split", {[](Transition& t) {
                       t.moves(publishing, reporting);
                       t.set(split, t[split] + t[count]);
                     }}});
  } else {
    steps.push_back({"publish: loads the range", {[](Transition& t) {
                       t.moves(publishing, storing);
                       t.set(read_tail, t[tail]);
                       t.set(read_split, t[split]);
                     }}});
    steps.push_back({"publish: stores the range", {[](Transition& t) {
                       t.moves(storing, reporting);
                       t.set(tail, t[read_tail]);
                       t.set(split, t[read_split] + t[count]);
                     }}});
  }
  steps.push_back(tells_listener());
  return steps;
}

void may_pop(Transition& t) {
  t.at_least_one(idle);
  t.at_least_one(head);
  t.requires_that(!(is(t, refused) && t[slot] == newest(t)));
}
void sees_limit_above(Transition& t) {
  may_pop(t);
  t.requires_that(is(t, asked) || newest(t) < t[limit]);
}

std::vector<Step> steps_of_pop(const Design& design) {
  const bool below = design.steps.publish_below_popped;
  return {{"pop, limit.read: the job is private", {[](Transition& t) {
             may_pop(t);
             t.is_zero(asked);
             t.requires_that(newest(t) >= t[limit]);
             gets_newest(t);
           }}},
          {"pop, limit.read: asked, and no other job is private", {[=](Transition& t) {
             sees_limit_above(t);
             t.requires_that(newest(t) == t[own_split]);
             if (!below) begins_to_publish(t, idle, t[head], design);
             gets_newest(t);
           }}},
          {"pop, limit.read: asked, and other jobs are private", {[=](Transition& t) {
             sees_limit_above(t);
             t.requires_that(newest(t) > t[own_split]);
             begins_to_publish(t, idle, below ? newest(t) : t[head], design);
             gets_newest(t);
           }}},
          {"pop, limit.read: the job was public", {[](Transition& t) {
             sees_limit_above(t);
             t.requires_that(newest(t) < t[own_split]);
             t.moves(idle, reading);
           }}}};
}

// The owner reads the range, and sees whether its job is public still.
Step reads_range(const std::string& name, Variable from, const Case& when, const Design& design) {
  // The mutant also takes back a job that was the last to be stolen.
  const auto stolen = [=](const Transition& t) {
    return design.steps.leave_stolen_job ? t[tail] > newest(t) : t[tail] > t[head];
  };
  const auto reads = [=](Transition& t, Variable to) {
    when(t);
    t.moves(from, to);
    t.set(read_tail, t[tail]);
    t.set(read_split, t[split]);
  };
  return {name,
          {[=](Transition& t) {
             t.requires_that(!stolen(t));
             reads(t, reclaiming);
           },
           [=](Transition& t) {
             t.requires_that(stolen(t));
             reads(t, refusing);
           }}};
}

// The split after a take-back: from the tail to the newest job, and in the middle of them in the code.
z3::expr split_taken_back(Transition& t, const Design& design) {
  const z3::expr most = z3::ite(t[read_tail] > newest(t), t.state().number(0), newest(t) - t[read_tail]);
  const z3::expr left = t.any_up_to(most);
  if (design.only_what_code_does) {
    const z3::expr were = t[head] - t[read_tail];
    t.requires_that(left + left <= were && left + left + one(t) >= were);
  }
  return t[read_tail] + left;
}

z3::expr range_is_as_read(const Transition& t) { return t[tail] == t[read_tail] && t[split] == t[read_split]; }

// The limit is set after the range has changed.
std::vector<Step> steps_of_taking_back_early(const Design& design) {
  return {{"take_back.claim", {[=](Transition& t) {
             t.requires_that(range_is_as_read(t));
             const z3::expr to = split_taken_back(t, design);
             t.moves(reclaiming, limiting_back);
             t.set(read_split, to);
             t.set(split, to);
             gets_newest(t);
           }}},
          {"limit.set, after take_back.claim",
           {[=](Transition& t) {
              t.requires_that(t[read_split] == t[read_tail]);
              t.moves(limiting_back, asking_itself);
              set_split(t, t[read_split], design);
            },
            [=](Transition& t) {
              t.requires_that(t[read_split] != t[read_tail]);
              t.moves(limiting_back, idle);
              set_split(t, t[read_split], design);
            }}},
          reads_range(
              "take_back.claim: fails, and reads", reclaiming,
              [](Transition& t) { t.requires_that(!range_is_as_read(t)); }, design)};
}

std::vector<Step> steps_of_claiming_back(const Design& design) {
  if (!design.steps.limit_before_taking_back) return steps_of_taking_back_early(design);
  const auto claims = [=](Transition& t, Variable to) {
    if (design.steps.take_back_by_claim) t.requires_that(range_is_as_read(t));
    t.moves(claiming, to);
    t.set(tail, t[read_tail]);
    t.set(split, t[own_split]);
    gets_newest(t);
  };
  std::vector<Step> steps = {{"limit.set, before take_back.claim", {[=](Transition& t) {
                                t.moves(reclaiming, claiming);
                                set_split(t, split_taken_back(t, design), design);
                              }}},
                             {"take_back.claim",
                              {[=](Transition& t) {
                                 t.requires_that(t[own_split] == t[read_tail]);
                                 claims(t, asking_itself);
                               },
                               [=](Transition& t) {
                                 t.requires_that(t[own_split] != t[read_tail]);
                                 claims(t, idle);
                               }}}};
  if (design.steps.take_back_by_claim) {
    steps.push_back(reads_range(
        "take_back.claim: fails, and reads", claiming, [](Transition& t) { t.requires_that(!range_is_as_read(t)); },
        design));
  }
  return steps;
}

std::vector<Step> steps_of_taking_back(const Design& design) {
  std::vector<Step> steps = {reads_range(
      "take_back.read", reading, [](Transition&) {}, design)};
  for (const Step& step : steps_of_claiming_back(design)) steps.push_back(step);
  steps.push_back({"limit.set: the last public job is taken back", {[](Transition& t) {
                     t.moves(asking_itself, idle);
                     asks(t);
                   }}});
  steps.push_back({"limit.set: the job is stolen", {[](Transition& t) {
                     t.moves(refusing, idle);
                     t.set(own_split, t[head]);
                     asks(t);
                     t.set(refused, t[refused] + one_if(t, is(t, kept) && t[slot] == newest(t)));
                   }}});
  return steps;
}

void waits_for_followed(Transition& t) {
  t.at_least_one(idle);
  t.at_least_one(refused);
  t.requires_that(t[slot] == newest(t));
}

std::vector<Step> steps_of_waiting(const Design& design) {
  std::vector<Step> steps = {{"stolen.await: leaves word", {[](Transition& t) {
                                waits_for_followed(t);
                                t.requires_that(t[state] == t.state().number(kReady));
                                t.set(state, t.state().number(kWord));
                                t.moves(idle, sleeping);
                              }}}};
  if (!design.steps.leave_word_by_claim) {
    steps.push_back({"stolen.await: leaves word after the end", {[](Transition& t) {
                       waits_for_followed(t);
                       t.requires_that(t[state] != t.state().number(kReady));
                       t.set(state, t.state().number(kWord));
                     }}});
  }
  return steps;
}

std::vector<Step> steps_of_retiring(const Design& design) {
  const auto retires = [=](Transition& t) {
    t.moves(idle, retiring);
    t.add(head, -1);
    if (!design.steps.retire_from_range) return;
    t.set(tail, design.steps.retire_tail_to_split ? t[head] : t[head] + 1);
    t.set(split, t[head]);
  };
  Step from_range{"retire.range: the followed job", {[=](Transition& t) {
                    waits_for_followed(t);
                    t.requires_that(t[state] == t.state().number(kEnded));
                    t.leaves(refused);
                    t.moves(kept, gone);
                    retires(t);
                  }}};
  std::vector<Step> steps = {from_range};
  if (!design.only_what_code_does) {
    steps.push_back({"retire.range: another job", {[=](Transition& t) {
                       t.at_least_one(head);
                       t.requires_that(t[tail] >= t[head] && !(is(t, kept) && t[slot] == newest(t)));
                       retires(t);
                     }}});
  }
  steps.push_back({"the split of a stolen job is lowered", {[=](Transition& t) {
                     t.moves(retiring, idle);
                     if (design.steps.retire_lowers_split) t.set(own_split, t[head]);
                   }}});
  return steps;
}

}  // namespace

z3::expr one_if(const Transition& t, const z3::expr& condition) {
  return z3::ite(condition, t.state().number(1), t.state().number(0));
}

z3::expr lies_in(const Transition& t, const z3::expr& at) { return t[kept] + t[gone] >= one(t) && t[slot] == at; }

std::vector<Step> steps_of_owner(const Design& design) {
  std::vector<Step> steps;
  for (const auto& part : {steps_of_push(design), steps_of_publish(design), steps_of_pop(design),
                           steps_of_taking_back(design), steps_of_waiting(design), steps_of_retiring(design)}) {
    steps.insert(steps.end(), part.begin(), part.end());
  }
  return steps;
}

System system_of(const Design& design) {
  System system;
  system.variables = kNames;
  system.initially = [](const State& state) {
    z3::expr all =
        state[asked] == state.number(1) && state[idle] == state.number(1) && state[not_pushed] == state.number(1);
    for (Variable variable = 0; variable != kPlaces; ++variable) {
      if (variable != asked && variable != idle && variable != not_pushed)
        all = all && state[variable] == state.number(0);
    }
    return all;
  };
  system.steps = steps_of_owner(design);
  for (const Step& step : steps_of_thieves(design)) system.steps.push_back(step);
  return system;
}

}  // namespace vigil::proofs::invariants::splitting
