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
const std::vector<Variable> kCurrent = {announced, checked, sleepy, locked, fallen_asleep};
const std::vector<Variable> kCurrentAfterCheck = {checked, sleepy, locked, fallen_asleep};
const std::vector<Variable> kReleasers = {cascade_releasing, post_releasing, latch_releasing};

z3::expr every_count_is_a_count(const State& s) {
  z3::expr all = s[workers] >= s.number(1) && s[odd] >= zero(s) && s[odd] <= s.number(1) && s[noted] >= zero(s) &&
                 s[noted] <= s.number(1) && s[jobs] >= zero(s) && s[passed_by] >= zero(s);
  for (const Variable place : range(read_sleeping, posters_tested)) all = all && s[place] >= zero(s);
  return all;
}

z3::expr jobs_are_attended(const State& s) {
  return s[jobs] == zero(s) || some(s, kUnread) || some(s, kObligedScans) || some(s, idle_and_awake_workers()) ||
         s[left] > zero(s) || none(s, asleep_workers());
}

std::vector<Claim> counting_claims() {
  return {
      {"every_count_is_a_count", "no number of threads is negative: a thread leaves only the place where it is",
       every_count_is_a_count},
      {"every_worker_is_somewhere", "the workers at all places add up to `workers`: a step only moves them",
       [](const State& s) { return s.sum(places_of_workers()) == s[workers]; }},
      {"inactive_is_counted", "`inactive` is the number of workers between start_looking and work_found",
       [](const State& s) { return s[inactive] == s.sum(inactive_workers()); }},
      {"sleeping_is_counted",
       "`sleeping` is the number of workers that are registered and not yet subtracted: blocked, about to block, "
       "taking "
       "the registration back, or released by a waker that has yet to decrement",
       [](const State& s) { return s[sleeping] == s.sum(counted_workers()); }},
      {"each_released_has_a_waker",
       "a waker that has released a worker holds its mutex until it has decremented the count",
       [](const State& s) { return s[releasing] == s.sum(kReleasers); }},
      {"each_released_has_a_notification", "a waker that has released a worker notifies it next",
       [](const State& s) { return s[released] == s[notifications]; }},
      {"none_is_unannounced", "a worker that the counter turned back announces itself in its next round",
       [](const State& s) { return s[unannounced] == zero(s); }},
  };
}

std::vector<Claim> job_claims() {
  return {
      {"no_duty_without_jobs", "if the queue is empty, no thread is obliged to attend to a job",
       [](const State& s) {
         return z3::implies(s[jobs] == zero(s), none(s, kUnread) && none(s, kObligedScans) && s[noted] == zero(s));
       }},
      {"unnoted_jobs_have_a_poster",
       "if no poster of a job in the queue has read the counters, a poster will: the first that pushed",
       [](const State& s) { return s[jobs] == zero(s) || s[noted] == s.number(1) || some(s, kUnread); }},
      {"scans_are_noted", "an obliged scan began after a poster had read the counters",
       [](const State& s) { return s[noted] == s.number(1) || none(s, kObligedScans); }},
      {"none_is_passed_by",
       "no obliged scan has visited a worker that is asleep now: no worker falls asleep during such a scan, and a "
       "worker "
       "that is about to block holds its mutex, for which the scan waits",
       [](const State& s) { return s[passed_by] == zero(s); }},
      {"jobs_are_attended",
       "while there are jobs: a poster has yet to read the counters, or a scan for them is under way, or a worker is "
       "idle and awake, or a worker has just left the idle ones and will check the queue, or no worker is asleep",
       jobs_are_attended},
  };
}

// They hold if the counter turns workers back. If it does not, the proof rests on the last check, without them.
std::vector<Claim> counter_claims() {
  return {
      {"odd_has_turned_back_all",
       "while the counter is odd, no announcement is current: each was made on an even counter",
       [](const State& s) { return s[odd] == zero(s) || none(s, kCurrent); }},
      {"noted_jobs_turn_back",
       "once a poster has read the counters, no worker that found the queue empty has a current announcement: earlier "
       "announcements are stale, and a worker that announces later finds the job",
       [](const State& s) { return s[noted] == zero(s) || none(s, kCurrentAfterCheck); }},
  };
}

}  // namespace

std::vector<Claim> promises() {
  return {
      {"waker_decrements", "while no thread holds a sleeper's mutex, `sleeping` is the number of blocked workers",
       [](const State& s) { return z3::implies(none(s, workers_with_locked_mutex()), s[sleeping] == s[blocked]); }},
      {"sleeping_within_inactive", "0 ≤ `sleeping` ≤ `inactive` ≤ workers",
       [](const State& s) {
         return s[sleeping] >= zero(s) && s[sleeping] <= s[inactive] && s[inactive] <= s[workers];
       }},
      {"preconditions_hold",
       "the preconditions of add_inactive, sub_inactive, try_add_sleeping and sub_sleeping hold, and no worker is "
       "about "
       "to sleep without an announcement",
       [](const State& s) {
         return z3::implies(s[running] > zero(s), s[inactive] < s[workers]) &&
                z3::implies(s[found] > zero(s), s[sleeping] < s[inactive]) &&
                z3::implies(some(s, {fallen_asleep, fallen_stale, compared}), s[sleeping] < s[inactive]) &&
                z3::implies(some(s, {taking_back, releasing}), s[sleeping] > zero(s)) && s[unannounced] == zero(s);
       }},
      {"released_are_notified", "for each worker that was released and still waits, a waker has yet to notify",
       [](const State& s) { return s[released] <= s[notifications]; }},
      {"no_job_while_all_sleep",
       "if there is an injected job and every worker is blocked, a poster is between its push and the end of its wake",
       [](const State& s) {
         return s[jobs] <= zero(s) || s[blocked] != s[workers] || some(s, posters_on_their_way());
       }},
      {"no_job_left_to_sleepers",
       "if there is an injected job and a worker is blocked, then a poster is between its push and the end of its "
       "wake, "
       "or a cascade is under way, or a worker is idle and awake: a job is never left to busy workers while another "
       "worker sleeps",
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
