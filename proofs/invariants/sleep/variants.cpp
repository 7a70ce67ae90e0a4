#include "invariants/sleep/variants.hpp"

#include "invariants/sleep/claims.hpp"
#include "invariants/sleep/variables.hpp"

namespace vigil::proofs::invariants::sleeping {
namespace {

constexpr auto kLastCheck = "the last check alone is enough";
constexpr auto kCounter = "the counter alone is enough, if it never wraps around";

constexpr auto kAnnounces = "a round that announces comes before each attempt to sleep";
constexpr auto kLatch = "no promise here is about the latch: see below";

const std::string kRegisters = "5 register as sleeping, no check";
const std::string kMeets = ": visits a worker that is not blocked";
const std::string kSignals = ": notify_one, without the mutex";
const std::string kDecrements = ": sub_sleeping, unlock";
const std::string kPoster = "poster's wake_any";
const std::string kCascader = "cascade's wake_any";

// Places that a run can leave aside if it ends with a sleeping worker that no thread has tried to wake.
const std::vector<Variable> kNoWakes = {scan,      scan_free, scan_missed, cascade,     cascade_free,   cascade_missed,
                                        releasing, woken,     leaving,     turned_back, latch_releasing};

std::vector<Variable> with(std::vector<Variable> places, const std::vector<Variable>& others) {
  places.insert(places.end(), others.begin(), others.end());
  return places;
}

SleepSteps without_last_check(SleepSteps protocol) {
  protocol.check_after_registering = false;
  return protocol;
}

}  // namespace

const std::vector<Harmless>& harmless_variants() {
  static const std::vector<Harmless> kVariants = {
      {"no-last-check", "S-31", {.protocol = {.check_after_registering = false}}, kCounter},
      {"queue-not-covered-by-last-check", "S-29", {.last_check_covers_queue = false}, kCounter},
      {"counter-of-one-bit", "S-31", {.counter_of_one_bit = true}, kLastCheck},
      {"announcement-makes-odd", "S-01", {.protocol = {.announce_makes_even = false}}, kLastCheck},
      {"post-makes-even", "S-01", {.protocol = {.post_makes_odd = false}}, kLastCheck},
      {"announcement-read-again", "S-05", {.protocol = {.announcement_from_own_write = false}}, kLastCheck},
      {"no-check-after-announcing", "S-05", {.protocol = {.check_after_announcing = false}}, kLastCheck},
      {"counter-not-compared", "-", {.protocol = {.compare_counter = false}}, kLastCheck},
      {"toggles-without-comparing", "-", {.counters = {.toggle_what_was_tested = false}}, kLastCheck},
      {"registers-on-any-word", "-", {.counters = {.register_on_unchanged_word = false}}, kLastCheck},
      {"fails-spuriously", "-", {.counters = {.strong_registration = false}}, "it reads the word and tries again"},
      {"announcement-kept", "S-06", {.protocol = {.forget_announcement = false}}, kAnnounces},
      {"announcement-kept/counted-before-acting",
       "S-02, S-06",
       {.protocol = {.act_before_counting = false, .forget_announcement = false}},
       "the counter refuses the old announcement each time: the worker never sleeps"},
      {"turned-back-from-the-start", "-", {.protocol = {.wake_partly = false}}, kAnnounces},
      {"latch-not-heeded", "-", {.protocol = {.heed_latch = false}}, kLatch},
      {"latch-left-sleeping", "-", {.protocol = {.latch_wakes_up = false}}, kLatch},
      {"subtraction-stops-at-zero",
       "S-33",
       {.counters = {.subtract_exactly = false}},
       "no worker is subtracted from zero: `preconditions_hold`"},
  };
  return kVariants;
}

const std::vector<Mutant>& mutants() {
  static const std::string kAllAsleep = "no_job_while_all_sleep";
  static const std::string kLeft = "no_job_left_to_sleepers";
  static const std::vector<Mutant> kMutants = {
      {"waker-and-sleeper-decrement",
       "S-12",
       {.protocol = {.waker_alone_decrements = false}},
       "waker_decrements",
       1,
       14,
       {"8 the wait ends"},
       "sleep/sleep/stop/one-worker/waker-and-sleeper-decrement"},
      {"released-worker-stays-counted",
       "S-12",
       {.protocol = {.count_the_released = false}},
       "waker_decrements",
       1,
       11,
       {kPoster + kDecrements, kCascader + kDecrements, "notify_latch_set" + kDecrements},
       "sleep/sleep/injected/one-job~mutant=releases_without_decrement"},
      {"registration-not-taken-back",
       "S-12",
       {.protocol = {.take_registration_back = false}},
       "waker_decrements",
       1,
       12,
       {"7 sub_sleeping: takes the registration back"},
       "sleep/sleep/injected/one-job~mutant=stays_registered"},
      {"bare-signal",
       "S-13",
       {.protocol = {.wake_under_mutex = false}},
       kAllAsleep,
       1,
       14,
       {"8 the wait ends", kPoster + kSignals, kCascader + kSignals, "notify_latch_set" + kSignals},
       "sleep/sleep/injected/one-job/bare-signal"},
      {"waker-checks-before-it-locks",
       "S-14",
       {.protocol = {.lock_before_checking = false}},
       kAllAsleep,
       1,
       14,
       {kPoster + kMeets, kCascader + kMeets},
       "sleep/sleep/injected/one-job/waker-checks-before-it-locks"},
      {"mutex-not-held-while-registering",
       "S-14",
       {.protocol = {.hold_mutex_while_registering = false}},
       kAllAsleep,
       1,
       14,
       {kPoster + kMeets, kCascader + kMeets},
       "sleep/sleep/injected/one-job/mutex-not-held-while-registering"},
      {"later-jobs-wake-none",
       "S-15",
       {.protocol = {.wake_for_later_jobs = false}},
       kAllAsleep,
       1,
       18,
       {"new_jobs: the counter becomes odd or already is; the queue had jobs, none is woken"},
       "sleep/sleep/waiting/two-jobs/later-jobs-wake-none"},
      {"no-cascade",
       "S-11",
       {.protocol = {.cascade_before_job = false}},
       kLeft,
       2,
       15,
       {"work_found: sub_inactive, some sleep"},
       "sleep/sleep/waiting/first-waits-for-second/no-cascade"},
      {"checks-before-it-leaves",
       "S-11",
       {.protocol = {.leave_before_checking = false}},
       kLeft,
       2,
       17,
       {"work_found: sub_inactive, no work was seen"},
       "sleep/sleep/cascade/idle-worker-leaves/checks-before-it-leaves"},
      {"no-last-check/counter-of-one-bit",
       "S-31",
       {.protocol = {.check_after_registering = false}, .counter_of_one_bit = true},
       kLeft,
       2,
       15,
       {kRegisters},
       "sleep/sleep/counter/one-bit/without-last-check"},
      {"no-last-check/announcement-makes-odd",
       "S-01",
       {.protocol = without_last_check({.announce_makes_even = false})},
       kAllAsleep,
       1,
       11,
       {kRegisters},
       "sleep/sleep/internal/sequential/one-worker/announcement-makes-odd"},
      {"no-last-check/post-makes-even",
       "S-01",
       {.protocol = without_last_check({.post_makes_odd = false})},
       kAllAsleep,
       1,
       11,
       {kRegisters},
       "sleep/sleep/internal/sequential/one-worker/post-makes-even"},
      {"no-last-check/no-check-after-announcing",
       "S-05",
       {.protocol = without_last_check({.check_after_announcing = false})},
       kAllAsleep,
       1,
       10,
       {kRegisters},
       "sleep/sleep/internal/sequential/one-worker/no-check-after-announcing"},
      {"no-last-check/announcement-read-again",
       "S-05",
       {.protocol = without_last_check({.announcement_from_own_write = false})},
       kLeft,
       2,
       18,
       {kRegisters},
       "sleep/sleep/internal/sequential/second-job/announcement-read-again",
       kNoWakes},
      {"released-worker-not-notified",
       "-",
       {.protocol = {.notify_the_released = false}},
       "released_are_notified",
       1,
       11,
       {kPoster + kDecrements, kCascader + kDecrements, "notify_latch_set" + kDecrements},
       "sleep/sleep/rounds/yields-before-sleep~mutant=releases_without_notify"},
      {"counted-before-acting",
       "S-02",
       {.protocol = {.act_before_counting = false}},
       "preconditions_hold",
       1,
       11,
       {"9 latch.wake_up, unlock"},
       "sleep/sleep/rounds/announced-before-each-sleep/counted-before-acting"},
      {"load-and-store",
       "-",
       {.counters = {.count_in_one_step = false}},
       "preconditions_hold",
       2,
       6,
       {"start_looking: add_inactive writes the word"},
       "sleep/atomic_counters/two-bit-fields/three-workers/load-and-store"},
      {"waker-and-sleeper-decrement/saturating",
       "S-12, S-33",
       {.protocol = {.waker_alone_decrements = false}, .counters = {.subtract_exactly = false}},
       "waker_decrements",
       2,
       23,
       {"8 the wait ends"},
       "sleep/atomic_counters/one-release-too-many/saturating",
       {asked_empty, asked_jobs, found, checked_stale}},
      {"cascade-of-none",
       "S-11",
       {.counters = {.cascade = false}},
       kLeft,
       2,
       15,
       {"work_found: sub_inactive, some sleep"},
       "sleep/sleep/one-job-each/cascade-of-none"},
      {"no-last-check/counter-not-compared",
       "-",
       {.protocol = without_last_check({.compare_counter = false})},
       kAllAsleep,
       1,
       11,
       {kRegisters},
       "sleep/sleep/internal/sequential/one-worker~mutant=ignores_counter"},
      {"no-last-check/registers-on-any-word",
       "-",
       {.protocol = {.check_after_registering = false}, .counters = {.register_on_unchanged_word = false}},
       kAllAsleep,
       1,
       12,
       {kRegisters + " on any word"},
       "sleep/sleep/internal/sequential/one-worker/registers-on-any-word"},
      {"no-last-check/toggles-without-comparing",
       "-",
       {.protocol = {.check_after_registering = false}, .counters = {.toggle_what_was_tested = false}},
       kLeft,
       2,
       21,
       {kRegisters},
       "sleep/atomic_counters/counting-one-post/toggles-without-comparing",
       with(kNoWakes, {checked_stale, sleepy_stale, locked_stale, fallen_stale, asked_jobs})},
  };
  return kMutants;
}

std::optional<Trace> run_against(const Claim& claim, Design design, int count, std::size_t length,
                                 const std::vector<Variable>& aside) {
  design.one_job_a_post = true;
  const auto that_many = [count](const State& state) { return state[workers] == state.number(count); };
  const auto one_poster = [&](const State& state) {
    z3::expr all = state.sum(range(asked_empty, post_woke)) <= state.number(1);
    for (const Variable place : aside) all = all && state[place] == state.number(0);
    return all;
  };
  return counterexample(system_of(design), claim, {length, that_many, one_poster});
}

std::optional<Trace> run_against(const Mutant& mutant) {
  return run_against(promise(mutant.promise), mutant.design, mutant.workers, mutant.length, mutant.aside);
}

std::vector<std::string> steps_that_break(const Design& design) {
  return invariants::steps_that_break(system_of(design), invariant_of(design));
}

}  // namespace vigil::proofs::invariants::sleeping
