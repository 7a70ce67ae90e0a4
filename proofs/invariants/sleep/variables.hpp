#pragma once

#include "invariants/system/transition.hpp"

#include <string_view>
#include <vector>

namespace vigil::proofs::invariants::sleeping {

// Threads are counted, not named: a variable says how many of them are at one place in the code. What a thread
// remembers splits the place in two.
//
//   current, stale   the word that a worker announced on is still the counter, or is not
//   obliged, free    of a poster: the queue has not been empty since its last push, or it has.
//                    Of a scan: it began when that had been noted, and the queue has not been empty since, or it has.
//                    An obliged one must see to its job; a free one has had it taken.
//
// What only a mutant does has places too: nobody is ever there in the protocol that ships.
//
// The code does not keep `obliged`, `noted` and `passed_by`. They only record what has happened; no step of the code
// waits for them but the end of a scan, which says by `passed_by` that a scan ends after it has met every worker.
enum Place : Variable {
  workers,   // of the pool, whatever they do
  jobs,      // in the injected queue
  sleeping,  // the fields of the word of AtomicCounters
  inactive,
  odd,            // the parity of the jobs event counter
  noted,          // 1 if a poster has read the counters for a job that it pushed since the queue was last empty
  passed_by,      // pairs of an obliged scan and a sleeper whom it met too early, when he was not asleep
  read_sleeping,  // count_in_one_step only: the word as the worker at `counting` read it
  read_inactive,  //

  // Workers.
  running,          // a job; not counted as inactive
  counting,         // count_in_one_step only: has read the word, is to write it
  counting_stale,   //
  looking,          // after start_looking
  unannounced,      // S-02 only: looks, and is to sleep without an announcement
  tested,           // toggle_what_was_tested only: has found the counter odd, is to add to it
  toggled,          // S-05 only: between the announcement and the second read
  announced,        // no look for jobs since
  announced_stale,  //
  looked,           // a look in vain since
  looked_stale,     //
  sleepy,           // step 1 is done
  sleepy_stale,     //
  locked,           // step 2
  locked_stale,     //
  fallen_asleep,    // step 3
  fallen_stale,     //
  compared,         // register_on_unchanged_word only: between steps 4 and 5
  registered,       // step 5
  taking_back,      // step 7 has found a job
  committed,        // step 7 has found none
  blocked,          // step 8
  releasing,        // no longer blocked, but still counted; its waker holds its mutex
  released,         // taken off the count, and waits to be notified
  woken,            // notified
  leaving,          // holds its mutex, step 9 to come: begins its rounds anew
  turned_back,      // the same, refused by the counter: announces at its next round
  found,            // a job, or its wait is over; work_found to come
  found_none_left,  // leave_before_checking only: has seen that it leaves nothing, is to leave
  left,             // no longer idle, and looks for what it leaves
  cascade,          // work_found wakes others: has met nobody yet
  cascade_free,     //
  cascade_missed,   // has met workers, nobody to wake
  cascade_missed_free,
  cascade_releasing,  // holds a sleeper's mutex
  cascade_woke,       // has woken somebody

  // Posters.
  asked_empty,        // the queue was empty; push to come
  asked_jobs,         // it was not
  pushed_empty,       // new_jobs to come
  pushed_empty_free,  //
  pushed_jobs,        //
  pushed_jobs_free,   //
  scan,               // as for the cascade
  scan_free,
  scan_missed,
  scan_missed_free,
  post_releasing,
  post_woke,

  // Whoever sets a latch, and wakes its owner.
  latch_releasing,

  // Of those above.
  notifications,   // to come, for workers at `released`
  posters_tested,  // toggle_what_was_tested only: posters who have found the counter even, and are to add to it
  kPlaces
};

inline const std::vector<std::string_view> kNames = {"workers",
                                                     "jobs",
                                                     "sleeping",
                                                     "inactive",
                                                     "odd",
                                                     "noted",
                                                     "passed_by",
                                                     "read_sleeping",
                                                     "read_inactive",
                                                     "running",
                                                     "counting",
                                                     "counting/stale",
                                                     "looking",
                                                     "unannounced",
                                                     "tested",
                                                     "toggled",
                                                     "announced",
                                                     "announced/stale",
                                                     "looked",
                                                     "looked/stale",
                                                     "sleepy",
                                                     "sleepy/stale",
                                                     "locked",
                                                     "locked/stale",
                                                     "fallen_asleep",
                                                     "fallen_asleep/stale",
                                                     "compared",
                                                     "registered",
                                                     "taking_back",
                                                     "committed",
                                                     "blocked",
                                                     "releasing",
                                                     "released",
                                                     "woken",
                                                     "leaving",
                                                     "turned_back",
                                                     "found",
                                                     "found_none_left",
                                                     "left",
                                                     "cascade",
                                                     "cascade/free",
                                                     "cascade_missed",
                                                     "cascade_missed/free",
                                                     "cascade_releasing",
                                                     "cascade_woke",
                                                     "asked_empty",
                                                     "asked_jobs",
                                                     "pushed_empty",
                                                     "pushed_empty/free",
                                                     "pushed_jobs",
                                                     "pushed_jobs/free",
                                                     "scan",
                                                     "scan/free",
                                                     "scan_missed",
                                                     "scan_missed/free",
                                                     "post_releasing",
                                                     "post_woke",
                                                     "latch_releasing",
                                                     "notifications",
                                                     "posters_tested"};

// A place, and the same place for those who remember something out of date.
struct Pair {
  Variable kept;
  Variable lost;
};

inline constexpr Pair kCounting{counting, counting_stale};
inline constexpr Pair kAnnounced{announced, announced_stale};
inline constexpr Pair kLooked{looked, looked_stale};
inline constexpr Pair kSleepy{sleepy, sleepy_stale};
inline constexpr Pair kLocked{locked, locked_stale};
inline constexpr Pair kFallenAsleep{fallen_asleep, fallen_stale};
// Of all who remember the counter.
inline constexpr Pair kMemories[] = {kCounting, kAnnounced, kLooked, kSleepy, kLocked, kFallenAsleep};

inline constexpr Pair kPushedEmpty{pushed_empty, pushed_empty_free};
inline constexpr Pair kPushedJobs{pushed_jobs, pushed_jobs_free};

// wake_any, as a poster or a worker runs it.
struct Scan {
  Pair fresh;
  Pair missed;
  Variable releasing;
  Variable woke;
};
inline constexpr Scan kPosterScan{{scan, scan_free}, {scan_missed, scan_missed_free}, post_releasing, post_woke};
inline constexpr Scan kCascadeScan{
    {cascade, cascade_free}, {cascade_missed, cascade_missed_free}, cascade_releasing, cascade_woke};

inline std::vector<Variable> posters_to_read() {
  return {kPushedEmpty.kept, kPushedEmpty.lost, kPushedJobs.kept, kPushedJobs.lost};
}

inline constexpr Pair kObligations[] = {kPushedEmpty,       kPushedJobs,        kPosterScan.fresh,
                                        kPosterScan.missed, kCascadeScan.fresh, kCascadeScan.missed};

inline std::vector<Variable> range(Variable first, Variable last) {
  std::vector<Variable> places;
  for (Variable place = first; place <= last; ++place) places.push_back(place);
  return places;
}

inline std::vector<Variable> places_of_workers() { return range(running, cascade_woke); }
inline std::vector<Variable> inactive_workers() { return range(looking, found_none_left); }
// Those whom `sleeping` counts.
inline std::vector<Variable> counted_workers() { return range(registered, releasing); }
// Those who will not look for a job unless they are woken.
inline std::vector<Variable> asleep_workers() { return {committed, blocked}; }
// Those who will look for a job, or stop being idle, without being woken by anybody who is not at it already.
inline std::vector<Variable> idle_and_awake_workers() {
  std::vector<Variable> places = range(looking, taking_back);
  for (const Variable place : range(releasing, found_none_left)) places.push_back(place);
  return places;
}
// Those whose mutex nobody holds, and who are not blocked.
inline std::vector<Variable> workers_to_meet_in_vain() {
  std::vector<Variable> places = range(running, sleepy_stale);
  places.push_back(released);
  places.push_back(woken);
  for (const Variable place : range(found, cascade_woke)) places.push_back(place);
  return places;
}
// Those whose mutex somebody holds.
inline std::vector<Variable> workers_with_locked_mutex() {
  std::vector<Variable> places = range(locked, committed);
  places.push_back(releasing);
  places.push_back(leaving);
  places.push_back(turned_back);
  return places;
}
inline std::vector<Variable> posters_on_their_way() { return range(pushed_empty, post_woke); }

}  // namespace vigil::proofs::invariants::sleeping
