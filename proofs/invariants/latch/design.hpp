#pragma once

#include "invariants/system/steps.hpp"
#include "invariants/system/transition.hpp"

#include <string_view>
#include <vector>

namespace vigil::proofs::invariants::latching {

// One worker, its latch, and any number of threads that set the latch or wake the worker: other workers, posters,
// setters of latches that it waited for before.
//
// Everything else that the other threads do is left out. That allows more executions than the code has, never fewer:
// the counter at step 4 and a job at step 7 may refuse the owner at any time or never, and any thread may wake it at
// any time.
enum Place : Variable {
  // The state of the latch: exactly one of them is 1.
  latch_unset,
  latch_sleepy,
  latch_sleeping,
  latch_set,
  was_set,  // 1 if set was called for this wait, in any state of the latch. The code does not keep it.

  // The owner.
  awake,          // searches for work, or probes the latch
  sleepy,         // step 1 is done
  locked,         // step 2
  fallen_asleep,  // step 3
  blocked,        // step 8
  woken,          // no longer blocked; its mutex is free
  leaving,        // holds its mutex, step 9 to come

  // Setters: any number.
  seen_asleep,  // without set_by_exchange: has seen the owner asleep, has yet to set the latch
  seen_awake,   // without set_by_exchange: has seen the owner awake, has yet to set the latch
  waking,       // has set the latch and has yet to wake the owner
  kPlaces
};

inline const std::vector<std::string_view> kNames = {
    "latch unset",   "latch sleepy", "latch sleeping", "latch set", "was_set",     "awake",      "sleepy", "locked",
    "fallen_asleep", "blocked",      "woken",          "leaving",   "seen_asleep", "seen_awake", "waking"};

struct Design {
  LatchSteps latch = {};
  SleepSteps sleep = {};
  // S-16: no latch, but a flag that the owner checks when it is awake, and a wake.
  bool flag_instead_of_latch = false;
};

[[nodiscard]] System system_of(const Design& design);

// What is promised, and what every step keeps.
[[nodiscard]] std::vector<Claim> promises();
[[nodiscard]] Claim promise(const std::string& name);
[[nodiscard]] std::vector<Claim> invariant();

}  // namespace vigil::proofs::invariants::latching
