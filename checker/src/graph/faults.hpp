#pragma once

namespace vigil::checker {

// Deliberate faults of the checker. The conformance tests switch them on, one at a time, and must find each. Only a
// library built with VIGIL_CHECKER_FAULTS has them. In other builds they are constants, and their code is not compiled.
struct Faults {
  bool skip_seq_cst = false;                     // any order of the seq_cst events is accepted
  bool no_coherence_floor = false;               // a read may read older writes than its thread knows
  bool release_sequence_through_stores = false;  // C++11: a later store of the same thread continues it
  bool no_release_sequence = false;              // not even a read-modify-write continues it
  bool fences_order_nothing = false;
  bool asymmetric_fences_are_unordered = false;    // S has no rule for a light and a heavy fence
  bool light_fences_are_full = false;              // two light fences order, as two seq_cst fences do
  bool asymmetric_fences_pass_nothing_on = false;  // what is known before one is not known after the other
  bool strong_is_happens_before = false;           // C++17: all of happens-before counts in S
  bool failure_as_success = false;                 // a failed compare-exchange has the order of a successful one
  bool maximality_ignores_reads = false;           // a write that an older event reads may be deleted
  bool maximality_ignores_prefix = false;          // what the new write depends on counts as deleted
  bool maximality_ignores_variants = false;
  bool conflicting_rmws_forgotten = false;  // no revisit from a read-modify-write that cannot be completed
  bool splits_rmws = false;                 // a write may come between a read-modify-write and its source
  bool revisits_only_at_the_end = false;    // a revisiting write is always the newest
  bool no_revisits_by_rmws = false;
  bool stale_waits_count = false;          // a thread that read an old value counts as waiting for ever
  bool all_waits_are_stale = false;        // no thread counts as waiting for ever
  bool spins_without_state = false;        // a loop waits although its thread's own state has changed
  bool iterations_change_nothing = false;  // nor is memory compared
  bool model_is_not_compared = false;      // the model's object, a part of memory
  bool arena_is_not_compared = false;
  bool statics_are_not_compared = false;
  bool stacks_are_not_compared = false;       // of other threads
  bool started_code_is_not_compared = false;  // what a started thread's code has captured
  bool visible_changes_forgotten = false;     // memory is compared only at the end of an iteration
  bool changes_of_others_count = false;       // writes of other threads in between count as this thread's
  bool held_mutexes_forgotten = false;        // a state with a held mutex equals the state without it
  bool polled_mutexes_forgotten = false;      // a loop waits although other threads can see that it holds a mutex
  bool displaced_reads_anything = false;      // also writes from before the write that displaced it
  bool missed_before_it_is_known = false;     // a wait on an atomic never reads the value after its notification
  bool everything_is_ordered = false;         // no race is reported
  bool no_addresses_come_again = false;
  bool no_spurious_wakes = false;
  bool no_store_buffer = false;                 // x86: a load waits for the stores before it
  bool stores_hide_program_order = false;       // x86: only the next store is ordered after a load
  bool heavy_fences_end_at_home = false;        // x86: a heavy fence empties the store buffer of its own thread alone
  bool exchanged_events_kept_alone = false;     // without that of the thread that goes first
  bool exchanges_ignore_dependencies = false;   // an order that no exchange can turn around is left out
  bool exchanges_ignore_order = false;          // both of two orders are explored
  bool probes_follow_the_first = false;         // of several branches in the place of all
  bool bound_cuts_what_may_be_deleted = false;  // preemptions by events that a revisit may delete count for good
  bool revisited_reads_last = false;            // nor is a read that was revisited ever deleted
  bool revisits_need_what_stays = false;        // a revisit is taken to depend on earlier ones that it leaves alone
  bool awaits_count_when_cut = false;           // of a part, a switch from a thread at an await is taken for preemptive
  bool waiting_is_preempted = false;            // a switch from a thread that waits is a preemption
  bool written_events_are_alike = false;        // threads that have written in turn count as having done the same
  bool starters_stay_alike = false;             // threads that start threads do not part
  bool rows_of_starts_forgotten = false;        // threads are exchanged that were not started in a row
  bool rows_of_joins_forgotten = false;         // or are not joined in one
};

#ifdef VIGIL_CHECKER_FAULTS
inline Faults faults;
#else
// NOLINTNEXTLINE(readability-identifier-naming): the name of the variable above.
inline constexpr Faults faults;
#endif

}  // namespace vigil::checker
