#include "invariants/sleep/claims.hpp"

#include "invariants/sleep/variables.hpp"

#include <stdexcept>

namespace vigil::proofs::invariants::sleeping {
namespace {

z3::expr zero(const State& s) { return s.number(0); }
z3::expr some(const State& s, const std::vector<Variable>& places) { return s.sum(places) > zero(s); }
z3::expr none(const State& s, const std::vector<Variable>& places) { return s.sum(places) == zero(s); }

const std::vector<Variable> kUnread = {pushed_empty, pushed_jobs};
const std::vector<Variable> kObligedScans = {scan, scan_missed, cascade, cascade_missed};
const std::vector<Variable> kCurrent = {announced, looked, sleepy, locked, fallen_asleep};
const std::vector<Variable> kCurrentAfterLook = {looked, sleepy, locked, fallen_asleep};
const std::vector<Variable> kReleasers = {cascade_releasing, post_releasing, latch_releasing};

z3::expr every_count_is_a_count(const State& s) {
  z3::expr all = s[workers] >= s.number(1) && s[odd] >= zero(s) && s[odd] <= s.number(1) && s[noted] >= zero(s) &&
                 s[noted] <= s.number(1) && s[jobs] >= zero(s) && s[passed_by] >= zero(s);
  for (const Variable place : range(read_sleeping, posters_tested)) all = all && s[place] >= zero(s);
  return all;
}

z3::expr somebody_sees_to_the_jobs(const State& s) {
  return s[jobs] == zero(s) || some(s, kUnread) || some(s, kObligedScans) || some(s, idle_and_awake_workers()) ||
         s[left] > zero(s) || none(s, asleep_workers());
}

std::vector<Claim> counting_claims() {
  return {
      {"every_count_is_a_count", "no number of threads is negative: nobody leaves a place where nobody is",
       every_count_is_a_count},
      {"every_worker_is_somewhere", "the workers at all places together are the workers: each step moves them",
       [](const State& s) { return s.sum(places_of_workers()) == s[workers]; }},
      {"inactive_is_counted", "`inactive` is the number of workers between start_looking and work_found",
       [](const State& s) { return s[inactive] == s.sum(inactive_workers()); }},
      {"sleeping_is_counted",
       "`sleeping` is the number of workers registered and not taken off: blocked, about to block, taking it back, or "
       "in the hands of a waker that has yet to decrement",
       [](const State& s) { return s[sleeping] == s.sum(counted_workers()); }},
      {"each_released_has_a_waker", "whoever has released a worker holds its mutex until it has taken it off the count",
       [](const State& s) { return s[releasing] == s.sum(kReleasers); }},
      {"each_released_has_a_notification", "whoever has released a worker notifies it next",
       [](const State& s) { return s[released] == s[notifications]; }},
      {"nobody_is_unannounced", "a worker that is turned back announces itself at its next round",
       [](const State& s) { return s[unannounced] == zero(s); }},
  };
}

std::vector<Claim> job_claims() {
  return {
      {"no_duty_without_jobs", "with the last job of the queue goes every duty to see to one",
       [](const State& s) {
         return z3::implies(s[jobs] == zero(s), none(s, kUnread) && none(s, kObligedScans) && s[noted] == zero(s));
       }},
      {"unnoted_jobs_have_a_poster",
       "while no poster of a job in the queue has read the counters, one is about to: the first to push",
       [](const State& s) { return s[jobs] == zero(s) || s[noted] == s.number(1) || some(s, kUnread); }},
      {"scans_are_noted", "an obliged scan began when a poster had read the counters",
       [](const State& s) { return s[noted] == s.number(1) || none(s, kObligedScans); }},
      {"nobody_is_passed_by",
       "no obliged scan has met a worker who is asleep now: nobody falls asleep while one is under way, and the mutex "
       "makes it wait for whoever is about to block",
       [](const State& s) { return s[passed_by] == zero(s); }},
      {"somebody_sees_to_the_jobs",
       "while there are jobs: a poster has yet to read the counters, or a scan for them is under way, or a worker is "
       "idle and awake, or has just left and will look, or nobody is asleep",
       somebody_sees_to_the_jobs},
  };
}

// They hold where the counter does its work; where it does not, the last look must carry the proof without them.
std::vector<Claim> counter_claims() {
  return {
      {"odd_has_turned_back_all", "at an odd counter no announcement is current: each was made on an even one",
       [](const State& s) { return s[odd] == zero(s) || none(s, kCurrent); }},
      {"noted_jobs_turn_back",
       "once a poster has read the counters, nobody who looked in vain has a current announcement: those of before are "
       "stale, and those who announce after it find its job",
       [](const State& s) { return s[noted] == zero(s) || none(s, kCurrentAfterLook); }},
  };
}

}  // namespace

std::vector<Claim> promises() {
  return {
      {"waker_decrements", "while nobody holds a sleeper's mutex, `sleeping` is the number of blocked workers",
       [](const State& s) { return z3::implies(none(s, workers_with_locked_mutex()), s[sleeping] == s[blocked]); }},
      {"sleeping_within_inactive", "0 ≤ `sleeping` ≤ `inactive` ≤ workers",
       [](const State& s) {
         return s[sleeping] >= zero(s) && s[sleeping] <= s[inactive] && s[inactive] <= s[workers];
       }},
      {"preconditions_hold",
       "add_inactive, sub_inactive, try_add_sleeping and sub_sleeping never find what they refuse, and nobody is about "
       "to sleep without an announcement",
       [](const State& s) {
         return z3::implies(s[running] > zero(s), s[inactive] < s[workers]) &&
                z3::implies(s[found] > zero(s), s[sleeping] < s[inactive]) &&
                z3::implies(some(s, {fallen_asleep, fallen_stale, compared}), s[sleeping] < s[inactive]) &&
                z3::implies(some(s, {taking_back, releasing}), s[sleeping] > zero(s)) && s[unannounced] == zero(s);
       }},
      {"released_are_notified", "for each worker that was released and still waits, a notification is to come",
       [](const State& s) { return s[released] <= s[notifications]; }},
      {"no_job_while_all_sleep",
       "if there is an injected job and every worker is blocked, a poster is between its push and the end of its wake",
       [](const State& s) {
         return s[jobs] <= zero(s) || s[blocked] != s[workers] || some(s, posters_on_their_way());
       }},
      {"no_job_left_to_sleepers",
       "if there is an injected job and a worker is blocked, a poster is on its way, or a cascade is, or a worker is "
       "idle and awake: busy workers alone never stand between a job and a sleeper",
       [](const State& s) {
         return s[jobs] <= zero(s) || s[blocked] <= zero(s) || some(s, posters_on_their_way()) ||
                some(s, range(left, cascade_woke)) || some(s, idle_and_awake_workers());
       }},
  };
}

Claim promise(const std::string& name) {
  for (Claim& claim : promises()) {
    if (claim.name == name) return claim;
  }
  throw std::invalid_argument("no promise is called " + name);
}

std::vector<Claim> invariant_of(const Design& design) {
  std::vector<Claim> invariant = counting_claims();
  for (const Claim& claim : job_claims()) invariant.push_back(claim);
  if (design.counter_turns_back()) {
    for (const Claim& claim : counter_claims()) invariant.push_back(claim);
  }
  return invariant;
}

}  // namespace vigil::proofs::invariants::sleeping
