#include "invariants/deque/variants.hpp"

namespace vigil::proofs::invariants::splitting {

const std::vector<Mutant>& mutants() {
  static const std::string kOnce = "each_job_runs_once";
  static const std::string kAsks = "empty_asks";
  static const std::string kSaysSo = "ended_job_says_so";
  static const std::string kReset = "publish.reset";
  static const std::string kPublish = "publish.split";
  static const std::string kLimit = "limit.set, before publish.split";
  static const std::string kBack = "take_back.claim";
  static const std::vector<Mutant> kMutants = {
      {"state_is_not_reset", {.reset_state = false}, "retired_job_has_ended", 10, {kReset}, "deque/split/last-job"},
      {"published_before_its_state_is_reset",
       {.reset_before_publishing = false},
       kSaysSo,
       6,
       {kLimit, kPublish, "publish.reset, after publish.split"},
       "deque/split/last-job"},
      {"published_before_the_limit",
       {.limit_before_publishing = false},
       kAsks,
       7,
       {kReset, kPublish, "limit.set, after publish.split"},
       "deque/split/asked"},
      {"publication_overwrites_claims",
       {.publish_by_addition = false},
       kOnce,
       13,
       {"publish: loads the range", "publish: stores the range"},
       "deque/split/nested"},
      {"limit_below_public_jobs",
       {.limit_at_split = false},
       kOnce,
       7,
       {kLimit, "limit.set, before take_back.claim"},
       "deque/split/last-job"},
      {"claim_of_another_slot",
       {.claim_what_was_read = false},
       kOnce,
       11,
       {"claim.take: another job"},
       "deque/split/take-back-two-thieves"},
      {"last_claim_does_not_ask",
       {.last_claim_asks = false},
       "no_request_is_lost",
       7,
       {"claim.take: the last public job"},
       "deque/split/asked"},
      {"retired_but_public",
       {.retire_from_range = false},
       "public_are_from_tail_to_split",
       11,
       {"retire.range: the followed job", "retire.range: another job"},
       "deque/split/last-job"},
      {"retired_above_the_split",
       {.retire_tail_to_split = false},
       "tail_never_passes_split",
       11,
       {"retire.range: the followed job", "retire.range: another job"},
       "deque/split/asked-after-retire"},
      {"retired_but_split_above",
       {.retire_lowers_split = false},
       kAsks,
       18,
       {"the split of a stolen job is lowered"},
       "deque/split/asked-after-retire"},
      {"popped_job_is_published",
       {.publish_below_popped = false},
       kOnce,
       13,
       {"pop, limit.read: asked, and no other job is private", "pop, limit.read: asked, and other jobs are private"},
       "deque/split/split-moves"},
      {"taken_back_without_claim", {.take_back_by_claim = false}, kOnce, 10, {kBack}, "deque/split/last-job"},
      {"taken_back_before_the_limit",
       {.limit_before_taking_back = false},
       kAsks,
       16,
       {kBack, "limit.set, after take_back.claim"},
       "deque/split/asked-after-take-back"},
      {"stolen_job_is_taken_back",
       {.leave_stolen_job = false},
       kOnce,
       10,
       {"take_back.read", "take_back.claim: fails, and reads"},
       "deque/split/last-job"},
      {"word_without_claim",
       {.leave_word_by_claim = false},
       kSaysSo,
       11,
       {"stolen.await: leaves word after the end"},
       "deque/split/word"},
  };
  return kMutants;
}

std::optional<Trace> run_against(const Claim& claim, const SplitSteps& steps, std::size_t length) {
  const auto any = [](const State& state) { return state.numbers().context().bool_val(true); };
  return counterexample(system_of({.steps = steps, .only_what_code_does = true}), claim, {length, any, any});
}

}  // namespace vigil::proofs::invariants::splitting
