#pragma once

#include "invariants/sleep/design.hpp"
#include "invariants/system/solver.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vigil::proofs::invariants::sleeping {

// A Sleep with one choice made otherwise, that keeps every promise all the same. It takes weak memory, a counter that
// comes full circle or internal jobs to tell it from the one that ships: the models do.
struct Harmless {
  std::string name;
  std::string defect;
  Design design;
  std::string why;
};
[[nodiscard]] const std::vector<Harmless>& harmless_variants();

// A Sleep that breaks a promise, and how to show it.
struct Mutant {
  std::string name;
  std::string defect;
  Design design;
  std::string promise;                 // the first that it breaks
  int workers;                         // as many as it takes
  std::size_t length;                  // of the counterexample
  std::vector<std::string> broken_at;  // the steps that do not keep the invariant
  std::string model;                   // the bounded model of the same mistake
  std::vector<Variable> aside = {};    // places where nobody is in the run: a search of two workers is faster for it
};
[[nodiscard]] const std::vector<Mutant>& mutants();

// A run of `length` steps by `workers` workers, with one poster at a time, each with one job, and nobody at the places
// `aside`, at whose end `claim` does not hold.
[[nodiscard]] std::optional<Trace> run_against(const Claim& claim, Design design, int workers, std::size_t length,
                                               const std::vector<Variable>& aside = {});
// The one that refutes `mutant`.
[[nodiscard]] std::optional<Trace> run_against(const Mutant& mutant);

// Steps whose every case keeps the invariant, and those that do not: the names of the latter.
[[nodiscard]] std::vector<std::string> steps_that_break(const Design& design);

}  // namespace vigil::proofs::invariants::sleeping
