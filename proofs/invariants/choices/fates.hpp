#pragma once

#include <string>
#include <vector>

namespace vigil::proofs::invariants {

// What becomes of a choice of a protocol table that is made otherwise: the variants that do so, by name.
struct Fate {
  std::string table;
  std::string choice;
  std::vector<std::string> refuted;       // a run breaks a promise that what ships keeps
  std::vector<std::string> with_another;  // the same, and what else it makes otherwise is harmless
  std::vector<std::string> in_vain;       // the same, and what else it makes otherwise breaks it by itself
  std::vector<std::string> harmless;      // every promise is proved
};

// Of every step in SleepSteps, CounterSteps and LatchSteps. A step that no variant leaves out has an empty fate.
// Mutants of the latch are called "latch …".
[[nodiscard]] std::vector<Fate> fates_of_choices();

}  // namespace vigil::proofs::invariants
