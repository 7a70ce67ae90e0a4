#include "invariants/latch/variants.hpp"

namespace vigil::proofs::invariants::latching {

const std::vector<Mutant>& mutants() {
  static const std::string kSleptThrough = "set_latch_is_not_slept_through";
  static const std::string kLeft = "awake_owner_left_its_latch";
  static const std::string kInVain = "notify_latch_set: the owner is not blocked";
  static const std::string kRefused = "3 latch.fall_asleep: refused";
  static const std::string kWakesUp = "9 latch.wake_up, unlock";
  static const std::vector<Mutant> kMutants = {
      {"wake-up-by-store",
       "S-07",
       {.latch = {.wake_up_keeps_set = false}},
       kSleptThrough,
       11,
       {kWakesUp},
       "latch/core_latch/owner-waits/wake-up-by-store"},
      {"weak-transitions",
       "S-08",
       {.latch = {.strong_transitions = false}},
       kLeft,
       3,
       {"3 latch.fall_asleep: spuriously refused", "9 latch.wake_up: fails spuriously, unlock"},
       "latch/core_latch/owner-waits/weak-transitions"},
      {"set-by-load-and-store",
       "S-13",
       {.latch = {.set_by_exchange = false}},
       kSleptThrough,
       6,
       {"latch.set: sets, and has to wake", "latch.set: sets, and need not wake"},
       "sleep/sleep/stop/one-worker/latch-set-by-load-and-store"},
      {"flag-instead-of-latch",
       "S-16",
       {.flag_instead_of_latch = true},
       kSleptThrough,
       6,
       {"a flag is set"},
       "sleep/sleep/stop/one-worker/by-flag"},
      {"latch-not-heeded",
       "-",
       {.sleep = {.heed_latch = false}},
       kSleptThrough,
       5,
       {kRefused},
       "sleep/sleep/rounds/yields-before-sleep~mutant=sleeps_on_set_latch"},
      {"latch-left-sleeping",
       "-",
       {.sleep = {.latch_wakes_up = false}},
       kLeft,
       5,
       {kWakesUp},
       "sleep/sleep/injected/latch-of-the-awake/latch-left-sleeping"},
      {"bare-signal",
       "S-13",
       {.sleep = {.wake_under_mutex = false}},
       kSleptThrough,
       6,
       {kInVain},
       "sleep/sleep/stop/one-worker/bare-signal"},
      {"waker-checks-before-it-locks",
       "S-14",
       {.sleep = {.lock_before_checking = false}},
       kSleptThrough,
       6,
       {kInVain},
       "sleep/sleep/stop/one-worker/waker-checks-before-it-locks"},
      {"mutex-not-held-while-registering",
       "S-14",
       {.sleep = {.hold_mutex_while_registering = false}},
       kSleptThrough,
       6,
       {kInVain},
       "sleep/sleep/stop/one-worker/mutex-not-held-while-registering"},
  };
  return kMutants;
}

std::optional<Trace> run_against(const Claim& claim, const Design& design, std::size_t length) {
  const auto any = [](const State& state) { return state.numbers().context().bool_val(true); };
  return counterexample(system_of(design), claim, {length, any, any});
}

}  // namespace vigil::proofs::invariants::latching
