// The steps of thieves: steal, the run of the followed job, and finish. Read it beside
// core/include/vigil/deque/split.hpp.

#include "invariants/deque/design.hpp"

namespace vigil::proofs::invariants::splitting {
namespace {

void no_job_is_public(Transition& t) { t.requires_that(t[tail] == t[split]); }

// The thief gets the job in the slot `at`.
void gets(Transition& t, const z3::expr& at) {
  const z3::expr is_followed = one_if(t, lies_in(t, at));
  t.set(runs, t[runs] + is_followed);
  t.set(running, t[running] + is_followed);
}

std::vector<Step> steps_of_claiming(const Design& design) {
  const auto last = [=](Transition& t) {
    t.requires_that(t[tail] + t.state().number(1) == t[split]);
    gets(t, t[tail]);
    t.add(tail, 1);
    if (design.steps.last_claim_asks) t.add(asking, 1);
  };
  return {{"claim.take: a job that is not the last", {[](Transition& t) {
             t.requires_that(t[tail] + t.state().number(1) < t[split]);
             gets(t, t[tail]);
             t.add(tail, 1);
           }}},
          {"claim.take: the last public job", {last}}};
}

// Reads the range, and claims what is the oldest job then. One thief at a time does so: that suffices for a run.
std::vector<Step> steps_of_claiming_anything() {
  const auto claims = [](Transition& t) {
    t.leaves(guessed);
    gets(t, t[guess]);
    t.add(tail, 1);
  };
  return {{"claim.guess", {[](Transition& t) {
             t.is_zero(guessed);
             t.requires_that(t[tail] < t[split]);
             t.set(guess, t[tail]);
             t.add(guessed, 1);
           }}},
          {"claim.take: another job",
           {[=](Transition& t) {
              t.requires_that(t[guess] + t.state().number(1) != t[split]);
              claims(t);
            },
            [=](Transition& t) {
              t.requires_that(t[guess] + t.state().number(1) == t[split]);
              claims(t);
              t.add(asking, 1);
            }}}};
}

std::vector<Step> steps_of_running() {
  const auto ends = [](Transition& t) {
    t.leaves(running);
    t.set(state, t.state().number(kEnded));
  };
  return {{"stolen.finish: no word", {[=](Transition& t) {
             t.requires_that(t[state] != t.state().number(kWord));
             ends(t);
           }}},
          {"stolen.finish: gets the word of the owner", {[=](Transition& t) {
             t.requires_that(t[state] == t.state().number(kWord));
             ends(t);
             t.add(answering, 1);
           }}},
          {"the thief wakes the owner", {[](Transition& t) {
             t.leaves(answering);
             t.moves(sleeping, idle);
           }}}};
}

}  // namespace

std::vector<Step> steps_of_thieves(const Design& design) {
  std::vector<Step> steps = {{"claim.guess: no job is public", {[](Transition& t) {
                                no_job_is_public(t);
                                t.add(empty_handed, 1);
                              }}}};
  const Step asks{"limit.ask", {[](Transition& t) {
                    t.leaves(asking);
                    t.set(asked, t.state().number(1));
                  }}};
  for (const auto& part : {design.steps.claim_what_was_read ? steps_of_claiming(design) : steps_of_claiming_anything(),
                           {asks},
                           steps_of_running()}) {
    steps.insert(steps.end(), part.begin(), part.end());
  }
  return steps;
}

}  // namespace vigil::proofs::invariants::splitting
