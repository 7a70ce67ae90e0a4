#pragma once

#include <string>
#include <vector>

namespace vigil::proofs::invariants {

// What happens if one choice of a protocol table is flipped: the names of the variants that flip it.
struct Fate {
  std::string table;
  std::string choice;
  std::vector<std::string> refuted;       // a run breaks a promise that the shipped protocol keeps
  std::vector<std::string> with_another;  // the same, with another flipped choice that is harmless alone
  std::vector<std::string> in_vain;       // the same, with another flipped choice that breaks a promise alone
  std::vector<std::string> harmless;      // every promise is proved
};

// One for every step in SleepSteps, CounterSteps and LatchSteps. If no variant leaves out a step, its fate is empty.
// Mutants of the latch are called "latch …".
[[nodiscard]] std::vector<Fate> fates_of_choices();

}  // namespace vigil::proofs::invariants
