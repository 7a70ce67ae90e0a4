#pragma once

#include "invariants/system/transition.hpp"

#include <string_view>
#include <vector>

namespace vigil::proofs::invariants::sleeping {

// Threads are counted, not named: a variable says how many of them are at one place in the code. Where it matters what
// a thread remembers, the place is split in two:
//
//   current, stale   the counter still has, or no longer has, the value that the worker announced on
//   obliged, free    of a poster: since its last push, the queue has not been empty (obliged) or has been (free).
//                    Of a scan: it began when a push was noted, and the queue has not been empty since (obliged), or it
//                    has been (free).
//                    An obliged thread must attend to its job. A free one need not: the job has been taken.
//
// Steps that only a mutant takes have places too. In the protocol that ships, no thread is ever there.
//
// The code does not keep `obliged`, `noted` and `passed_by`. They only record what has happened. One step depends on
// them, the end of a scan: `passed_by` says there that a scan ends after it has visited every worker.
enum Place : Variable {
  workers,   // all of the pool
  jobs,      // in the injected queue
  sleeping,  // the fields of the word of AtomicCounters
  inactive,
  odd,            // the parity of the jobs event counter
  noted,          // 1 if a poster has read the counters for a job that it pushed since the queue was last empty
  passed_by,      // pairs of an obliged scan and a sleeper that it visited too early, before it was asleep
  read_sleeping,  // without count_in_one_step: the word as the worker at `counting` read it
  read_inactive,  //

  // Workers.
  running,          // a job; not counted as inactive
  counting,         // without count_in_one_step: has read the word, has yet to write it
  counting_stale,   //
  looking,          // after start_looking
  unannounced,      // S-02 only: searches for work, and may then sleep without an announcement
  tested,           // without toggle_what_was_tested: has found the counter odd, has yet to increment it
  toggled,          // S-05 only: between the announcement and the second read
  announced,        // has not searched for jobs since
  announced_stale,  //
  checked,          // has searched since, and found no job
  checked_stale,    //
  sleepy,           // step 1 is done
  sleepy_stale,     //
  locked,           // step 2
  locked_stale,     //
  fallen_asleep,    // step 3
  fallen_stale,     //
  compared,         // without register_on_unchanged_word: between steps 4 and 5
  registered,       // step 5
  taking_back,      // step 7 has found a job
  committed,        // step 7 has found none
  blocked,          // step 8
  releasing,        // no longer blocked, but still counted; its waker holds its mutex
  released,         // no longer counted, waits to be notified
  woken,            // notified
  leaving,          // holds its mutex, step 9 to come: begins its rounds anew
  turned_back,      // the same, refused by the counter: announces in its next round
  found,            // has found a job, or its wait is over; work_found to come
  found_none_left,  // without leave_before_checking: has checked that no work remains, has yet to leave
  left,             // no longer idle, has yet to check whether work remains
  cascade,          // work_found wakes others: has visited no worker yet
  cascade_free,     //
  cascade_missed,   // has visited workers, none of them blocked
  cascade_missed_free,
  cascade_releasing,  // holds a sleeper's mutex
  cascade_woke,       // has woken a worker

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

  // A thread that sets a latch and wakes its owner.
  latch_releasing,

  // Counted above as well.
  notifications,   // to come, for workers at `released`
  posters_tested,  // without toggle_what_was_tested: posters that found the counter even and have yet to increment it
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
                                                     "checked",
                                                     "checked/stale",
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

// A place, and the same place for threads whose memory is out of date.
struct Pair {
  Variable kept;
  Variable lost;
};

inline constexpr Pair kCounting{counting, counting_stale};
inline constexpr Pair kAnnounced{announced, announced_stale};
inline constexpr Pair kChecked{checked, checked_stale};
inline constexpr Pair kSleepy{sleepy, sleepy_stale};
inline constexpr Pair kLocked{locked, locked_stale};
inline constexpr Pair kFallenAsleep{fallen_asleep, fallen_stale};
// The places of workers that remember the counter.
inline constexpr Pair kMemories[] = {kCounting, kAnnounced, kChecked, kSleepy, kLocked, kFallenAsleep};

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
// The workers that `sleeping` counts.
inline std::vector<Variable> counted_workers() { return range(registered, releasing); }
// The workers that will not search for a job unless they are woken.
inline std::vector<Variable> asleep_workers() { return {committed, blocked}; }
// The workers that will search for a job, or stop being idle, without a wake that has not begun yet.
inline std::vector<Variable> idle_and_awake_workers() {
  std::vector<Variable> places = range(looking, taking_back);
  for (const Variable place : range(releasing, found_none_left)) places.push_back(place);
  return places;
}
// The workers that are not blocked and whose mutex is free.
inline std::vector<Variable> workers_not_blocked() {
  std::vector<Variable> places = range(running, sleepy_stale);
  places.push_back(released);
  places.push_back(woken);
  for (const Variable place : range(found, cascade_woke)) places.push_back(place);
  return places;
}
// The workers whose mutex is locked.
inline std::vector<Variable> workers_with_locked_mutex() {
  std::vector<Variable> places = range(locked, committed);
  places.push_back(releasing);
  places.push_back(leaving);
  places.push_back(turned_back);
  return places;
}
inline std::vector<Variable> posters_on_their_way() { return range(pushed_empty, post_woke); }

}  // namespace vigil::proofs::invariants::sleeping
