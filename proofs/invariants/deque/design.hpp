#pragma once

#include "invariants/system/steps.hpp"
#include "invariants/system/transition.hpp"

#include <string_view>
#include <vector>

namespace vigil::proofs::invariants::splitting {

// A split deque, its owner, and any number of thieves, jobs and slots.
//
// One job is followed, from its push to its end: any job, since each push may be the one that is followed. What is
// proved of it is proved of each. Of the other jobs only their slots are known, by the numbers `tail`, `split` and
// `head`. A thief that runs another job has no effect, so such thieves are not counted.
//
// A claim needs no guess here: a compare-exchange that succeeds has found the range as it is, and one that fails has
// changed nothing.
enum Place : Variable {
  // The words of the deque. `limit` has a meaning while `asked` is 0.
  tail,
  split,
  limit,
  asked,

  // What the owner knows.
  head,        // the next free slot
  own_split,   // split_
  count,       // the jobs that it is about to publish
  read_tail,   // the range as the take-back has read it
  read_split,  //

  // The owner. At `idle` it is in no call of the deque: it runs a job, or waits for one, and may fork meanwhile.
  idle,
  resetting,        // publish: has yet to reset the states
  limiting,         // has yet to set the limit
  publishing,       // has yet to raise the split
  reporting,        // has yet to tell the listener
  reading,          // take back: has yet to read the range
  reclaiming,       // has read the range, in which its job is public
  claiming,         // has set the limit, has yet to change the range
  asking_itself,    // has taken back the last public job
  refusing,         // has read a range in which its job is stolen
  retiring,         // has removed a stolen job from the range
  sleeping,         // has left word for the thief of the followed job
  storing,          // a mutant has loaded the range, and will store it
  resetting_after,  // a mutant resets the states after it has published
  limiting_after,   // a mutant sets the limit after it has published
  limiting_back,    // a mutant sets the limit after it has taken jobs back

  // The followed job: at one of four places. While it lies in its slot, the slot is claimed as this job's.
  not_pushed,
  kept,         // from push until the owner has popped or retired it
  gone,         // it still lies in its slot, which is free
  overwritten,  // another job lies in its slot
  slot,         // where it lies
  state,        // of the slot: ready, ended, or a word of the owner
  runs,         // how many threads have got it
  refused,      // 1 if pop has returned false

  // Thieves.
  running,       // run the followed job
  answering,     // have ended the followed job, and have got the word of the owner
  asking,        // have claimed the last public job, and have yet to ask
  empty_handed,  // have found no public job since the listener was last told. The code does not count them.
  guessed,       // a mutant has read the range, and will claim whatever is the oldest then
  guess,         // the tail as it has read it
  kPlaces
};

inline const std::vector<std::string_view> kNames = {"tail",
                                                     "split",
                                                     "limit",
                                                     "asked",
                                                     "head",
                                                     "own_split",
                                                     "count",
                                                     "read_tail",
                                                     "read_split",
                                                     "idle",
                                                     "resetting",
                                                     "limiting",
                                                     "publishing",
                                                     "reporting",
                                                     "reading",
                                                     "reclaiming",
                                                     "claiming",
                                                     "asking_itself",
                                                     "refusing",
                                                     "retiring",
                                                     "sleeping",
                                                     "storing",
                                                     "resetting_after",
                                                     "limiting_after",
                                                     "limiting_back",
                                                     "not_pushed",
                                                     "kept",
                                                     "gone",
                                                     "overwritten",
                                                     "slot",
                                                     "state",
                                                     "runs",
                                                     "refused",
                                                     "running",
                                                     "answering",
                                                     "asking",
                                                     "empty_handed",
                                                     "guessed",
                                                     "guess"};

// The values of `state`.
inline constexpr int kReady = 0;
inline constexpr int kEnded = 1;
inline constexpr int kWord = 2;

// The steps that a design may leave out or change. Each names the source mutation (models/deque/mutants) that does so.
struct SplitSteps {
  Choice<"reset_state", Mutant<"state_is_not_reset">> reset_state = true;
  Choice<"reset_before_publishing", Mutant<"published_before_its_state_is_reset">> reset_before_publishing = true;
  Choice<"limit_before_publishing", Mutant<"published_before_the_limit">> limit_before_publishing = true;
  Choice<"publish_by_addition", Mutant<"publication_overwrites_claims">> publish_by_addition = true;
  Choice<"limit_at_split", Mutant<"limit_below_public_jobs">> limit_at_split = true;
  Choice<"claim_what_was_read", Mutant<"claim_of_another_slot">> claim_what_was_read = true;
  Choice<"last_claim_asks", Mutant<"last_claim_does_not_ask">> last_claim_asks = true;
  Choice<"retire_from_range", Mutant<"retired_but_public">> retire_from_range = true;
  Choice<"retire_tail_to_split", Mutant<"retired_above_the_split">> retire_tail_to_split = true;
  Choice<"retire_lowers_split", Mutant<"retired_but_split_above">> retire_lowers_split = true;
  Choice<"publish_below_popped", Mutant<"popped_job_is_published">> publish_below_popped = true;
  Choice<"take_back_by_claim", Mutant<"taken_back_without_claim">> take_back_by_claim = true;
  Choice<"limit_before_taking_back", Mutant<"taken_back_before_the_limit">> limit_before_taking_back = true;
  Choice<"leave_stolen_job", Mutant<"stolen_job_is_taken_back">> leave_stolen_job = true;
  Choice<"leave_word_by_claim", Mutant<"word_without_claim">> leave_word_by_claim = true;
};

struct Design {
  SplitSteps steps = {};
  // If false, the owner publishes any number of private jobs, and takes back any number of public ones; and any job
  // that a thief has got may be retired. The proofs are about that. If true, it is halves, as in the code, and only the
  // followed job is retired: so each run of a search is a run of the code.
  bool only_what_code_does = false;
};

[[nodiscard]] std::vector<Step> steps_of_owner(const Design& design);
[[nodiscard]] std::vector<Step> steps_of_thieves(const Design& design);
[[nodiscard]] System system_of(const Design& design);

// Whether what lies in the slot `at` is the followed job.
[[nodiscard]] z3::expr lies_in(const Transition& t, const z3::expr& at);
// 1 if `condition` holds, and 0 otherwise.
[[nodiscard]] z3::expr one_if(const Transition& t, const z3::expr& condition);

// What is promised, and what every step keeps.
[[nodiscard]] std::vector<Claim> promises();
[[nodiscard]] Claim promise(const std::string& name);
[[nodiscard]] std::vector<Claim> invariant();

}  // namespace vigil::proofs::invariants::splitting
