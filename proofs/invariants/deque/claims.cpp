#include "invariants/deque/design.hpp"

#include <stdexcept>

namespace vigil::proofs::invariants::splitting {
namespace {

z3::expr zero(const State& s) { return s.number(0); }
z3::expr one(const State& s) { return s.number(1); }
z3::expr is(const State& s, Variable variable) { return s[variable] == one(s); }
z3::expr is_at(const State& s, const std::vector<Variable>& places) { return s.sum(places) == one(s); }
z3::expr newest(const State& s) { return s[head] - one(s); }

const std::vector<Variable> kOwnersPlaces = {
    idle,          resetting, limiting, publishing, reporting, reading,         reclaiming,     claiming,
    asking_itself, refusing,  retiring, sleeping,   storing,   resetting_after, limiting_after, limiting_back};
const std::vector<Variable> kTakingBack = {reading, reclaiming, claiming, refusing};

z3::expr is_taken(const State& s) { return is(s, kept) && is(s, runs); }
z3::expr is_not_taken(const State& s) { return is(s, kept) && s[runs] == zero(s); }
z3::expr is_gone(const State& s) { return is_at(s, {gone, overwritten}); }

z3::expr every_count_is_a_count(const State& s) {
  z3::expr all = s[asked] <= one(s) && s[refused] <= one(s);
  for (Variable variable = 0; variable != kPlaces; ++variable) all = all && s[variable] >= zero(s);
  return all;
}

z3::expr owner_knows_the_split(const State& s) {
  return z3::implies(is_at(s, {idle, resetting, limiting, reporting, reading, asking_itself, sleeping}),
                     s[own_split] == s[split]) &&
         z3::implies(is(s, publishing), s[own_split] == s[split] + s[count]) &&
         z3::implies(is(s, retiring), s[own_split] == s[split] + one(s) && s[split] == s[head]);
}

z3::expr only_private_jobs_are_published(const State& s) {
  return z3::implies(is_at(s, {resetting, limiting}), s[own_split] + s[count] <= s[head]) &&
         z3::implies(is(s, publishing), s[own_split] <= s[head]) &&
         z3::implies(is_at(s, {resetting, limiting, publishing}), s[count] >= one(s));
}

z3::expr all_is_public_while_taking_back(const State& s) {
  return z3::implies(is_at(s, kTakingBack),
                     s[split] == s[head] && s[head] >= one(s) && !(is(s, refused) && s[slot] == newest(s))) &&
         z3::implies(is_at(s, {reclaiming, claiming}), s[read_tail] <= s[tail] && s[read_tail] <= newest(s)) &&
         z3::implies(is(s, claiming), s[read_tail] <= s[own_split] && s[own_split] <= newest(s)) &&
         z3::implies(is(s, refusing), s[tail] == s[head]);
}

z3::expr followed_job_is_in_its_slot(const State& s) {
  return z3::implies(is(s, not_pushed), s[runs] == zero(s)) && z3::implies(is(s, kept), s[slot] < s[head]) &&
         z3::implies(is_not_taken(s), s[tail] <= s[slot]) && z3::implies(is(s, gone), s[slot] >= s[head]) &&
         z3::implies(is(s, refused), is_taken(s));
}

z3::expr claimed_is_below_tail(const State& s) {
  return s[runs] <= one(s) && z3::implies(is_taken(s), s[slot] < s[tail]) && z3::implies(is_gone(s), is(s, runs)) &&
         s[running] <= one(s) && z3::implies(is(s, running), is_taken(s));
}

// The owner has reset it before the job could be claimed.
z3::expr state_shows_the_end(const State& s) {
  const z3::expr is_reset = s[slot] < s[split] || (is(s, limiting) && s[slot] < s[own_split] + s[count]) ||
                            (is(s, publishing) && s[slot] < s[own_split]);
  return z3::implies(is_not_taken(s) && is_reset, s[state] == s.number(kReady)) &&
         z3::implies(is_taken(s) && s[running] == zero(s), s[state] == s.number(kEnded)) &&
         z3::implies(is_taken(s) && is(s, running),
                     s[state] == s.number(kReady) || (s[state] == s.number(kWord) && is(s, sleeping)));
}

z3::expr word_has_an_answer(const State& s) {
  return s[answering] <= one(s) &&
         z3::implies(is(s, sleeping), is(s, refused) && is_at(s, {running, answering}) &&
                                          z3::implies(is(s, running), s[state] == s.number(kWord))) &&
         z3::implies(is(s, answering), is(s, sleeping));
}

z3::expr empty_is_asked(const State& s) {
  return z3::implies(s[tail] == s[split],
                     is(s, asked) || s[asking] >= one(s) || is_at(s, {publishing, claiming, refusing, asking_itself}));
}

}  // namespace

std::vector<Claim> promises() {
  return {
      {"each_job_runs_once", "no job is got by two threads, and a job that the owner has back was got by one",
       [](const State& s) { return s[runs] <= one(s) && z3::implies(is_gone(s), is(s, runs)); }},
      {"tail_never_passes_split", "0 ≤ `tail` ≤ `split` ≤ head: what is public was pushed",
       [](const State& s) { return zero(s) <= s[tail] && s[tail] <= s[split] && s[split] <= s[head]; }},
      {"public_are_from_tail_to_split",
       "a job was got by a thief if its slot is below `tail`, and only then; so a job from `tail` to `split` is there "
       "for the next claim. No job that the owner has back is below `split`",
       [](const State& s) {
         return z3::implies(is(s, kept), (s[slot] < s[tail]) == (s[runs] >= one(s))) &&
                z3::implies(is(s, gone), s[slot] >= s[split]);
       }},
      {"retired_job_has_ended", "a slot is used again after the thief of its job has ended it",
       [](const State& s) { return z3::implies(is_gone(s), s[running] == zero(s)); }},
      {"ended_job_says_so", "if the thief of a job has ended it, the state of the slot says so until the owner retires",
       [](const State& s) { return z3::implies(is_taken(s) && s[running] == zero(s), s[state] == s.number(kEnded)); }},
      {"word_is_answered",
       "if the owner has left word and sleeps, a thief has yet to end the job, or has the word and will wake the owner",
       [](const State& s) {
         return z3::implies(is(s, sleeping), is_at(s, {running, answering}));
       }},
      {"empty_asks",
       "while the owner is in no call and every thief that claimed the last public job has asked: if no job is public, "
       "`limit` asks",
       [](const State& s) {
         return z3::implies(is_at(s, {idle, sleeping}) && s[asking] == zero(s) && s[tail] == s[split], is(s, asked));
       }},
      {"no_request_is_lost",
       "while the owner is in no call: if a thief has found no public job since the listener was last told, `limit` "
       "asks, or the thief that claimed the last public job is about to ask",
       [](const State& s) {
         return z3::implies(is_at(s, {idle, sleeping}) && s[empty_handed] >= one(s),
                            is(s, asked) || s[asking] >= one(s));
       }},
  };
}

Claim promise(const std::string& name) {
  for (Claim& claim : promises()) {
    if (claim.name == name) return claim;
  }
  throw std::invalid_argument("no promise of the split deque is called " + name);
}

std::vector<Claim> invariant() {
  return {
      {"every_count_is_a_count", "no number is negative", every_count_is_a_count},
      {"owner_is_at_one_place", "each step moves the owner from one place to another, or leaves it where it is",
       [](const State& s) { return is_at(s, kOwnersPlaces); }},
      {"job_is_at_one_place", "the followed job is not pushed yet, or kept, or gone, or overwritten",
       [](const State& s) {
         return is_at(s, {not_pushed, kept, gone, overwritten});
       }},
      {"slots_are_in_order", "`tail` ≤ `split` ≤ head",
       [](const State& s) { return s[tail] <= s[split] && s[split] <= s[head]; }},
      {"owner_knows_the_split",
       "the owner's copy is the split, except between its writes of the two: only the owner moves the split",
       owner_knows_the_split},
      {"limit_is_not_below_split", "the limit asks, or is at least the owner's copy of the split",
       [](const State& s) { return is(s, asked) || s[limit] >= s[own_split]; }},
      {"only_private_jobs_are_published", "what the owner is about to publish was pushed, and is one job at least",
       only_private_jobs_are_published},
      {"all_is_public_while_taking_back",
       "while the owner takes back, no job is private. Its new split lies between the tail that it has read and its "
       "newest job. The tail does not go down meanwhile",
       all_is_public_while_taking_back},
      {"followed_job_is_in_its_slot",
       "until the owner has it back, the followed job lies below head, and not below `tail` if no thread has got it",
       followed_job_is_in_its_slot},
      {"claimed_is_below_tail",
       "a job that a thief has got lies below `tail` until it is retired, and so it is not claimed again",
       claimed_is_below_tail},
      {"state_shows_the_end",
       "the state of the followed job is `ready` from the time when it can be claimed until its end. Its end is the "
       "last that changes it",
       state_shows_the_end},
      {"word_has_an_answer", "a word is left in the state before the end, so the end finds it", word_has_an_answer},
      {"empty_is_asked",
       "if no job is public, the limit asks; or the thief that has claimed the last one is about to ask; or the owner "
       "has set the limit, and is about to publish, to take back, to find its job stolen, or to ask",
       empty_is_asked},
      {"empty_handed_find_none",
       "if a thief has found no public job, none is public until the owner publishes and tells the listener",
       [](const State& s) { return z3::implies(s[empty_handed] >= one(s), s[tail] == s[split] || is(s, reporting)); }},
  };
}

}  // namespace vigil::proofs::invariants::splitting
