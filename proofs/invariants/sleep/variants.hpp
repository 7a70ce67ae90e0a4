#pragma once

#include "invariants/sleep/design.hpp"
#include "invariants/system/solver.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vigil::proofs::invariants::sleeping {

// A Sleep with flipped choices that still keeps every promise. Only weak memory, a counter that wraps around or
// internal
// jobs distinguish it from the Sleep that ships: the models cover these.
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
  int workers;                         // as many as the counterexample needs
  std::size_t length;                  // of the counterexample
  std::vector<std::string> broken_at;  // the steps that do not keep the invariant
  std::string model;                   // the bounded model of the same mistake
  std::vector<Variable> aside = {};    // places that the run does not visit: the search for two workers is faster so
};
[[nodiscard]] const std::vector<Mutant>& mutants();

// A run of `length` steps at whose end `claim` does not hold. It has `workers` workers and one poster at a time, each
// with one job, and no thread visits the places `aside`.
[[nodiscard]] std::optional<Trace> run_against(const Claim& claim, Design design, int workers, std::size_t length,
                                               const std::vector<Variable>& aside = {});
// The run that refutes `mutant`.
[[nodiscard]] std::optional<Trace> run_against(const Mutant& mutant);

// The names of the steps that have a case that does not keep the invariant.
[[nodiscard]] std::vector<std::string> steps_that_break(const Design& design);

}  // namespace vigil::proofs::invariants::sleeping
