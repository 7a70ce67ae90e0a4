#pragma once

#include "invariants/system/steps.hpp"
#include "invariants/system/transition.hpp"

#include <string_view>
#include <vector>

namespace vigil::proofs::invariants::latching {

// One worker, its latch, and any number of threads that set the latch or wake the worker: other workers, posters,
// setters of latches that it waited for before.
//
// What those others do besides is left out, and with it nothing that it forbids: the counter may refuse the owner at
// step 4 and a job at step 7 at any time, or neither may, and anybody may wake it at any time.
enum Place : Variable {
  // The state of the latch: one of them is 1.
  latch_unset,
  latch_sleepy,
  latch_sleeping,
  latch_set,
  was_set,  // 1 if set was called for this wait, whatever the latch says. The code does not keep it.

  // The owner.
  awake,          // looks for work, or probes the latch
  sleepy,         // step 1 is done
  locked,         // step 2
  fallen_asleep,  // step 3
  blocked,        // step 8
  woken,          // no longer blocked; its mutex is free
  leaving,        // holds its mutex, step 9 to come

  // Setters, as many as there are.
  seen_asleep,  // set_by_exchange only: has seen the owner asleep, is to set the latch
  seen_awake,   // set_by_exchange only: has not
  told,         // has set the latch and is to wake the owner
  kPlaces
};

inline const std::vector<std::string_view> kNames = {
    "latch unset",   "latch sleepy", "latch sleeping", "latch set", "was_set",     "awake",      "sleepy", "locked",
    "fallen_asleep", "blocked",      "woken",          "leaving",   "seen_asleep", "seen_awake", "told"};

struct Design {
  LatchSteps latch = {};
  SleepSteps sleep = {};
  // S-16: a flag that the owner looks at when it is awake, and a wake; no latch.
  bool flag_instead_of_latch = false;
};

[[nodiscard]] System system_of(const Design& design);

// What is promised, and what every step keeps.
[[nodiscard]] std::vector<Claim> promises();
[[nodiscard]] Claim promise(const std::string& name);
[[nodiscard]] std::vector<Claim> invariant();

}  // namespace vigil::proofs::invariants::latching
