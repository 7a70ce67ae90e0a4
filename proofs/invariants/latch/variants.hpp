#pragma once

#include "invariants/latch/design.hpp"
#include "invariants/system/solver.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vigil::proofs::invariants::latching {

// A latch, or a sleep around it, that breaks a promise, and how to show it.
struct Mutant {
  std::string name;
  std::string defect;
  Design design;
  std::string promise;
  std::size_t length;                  // of the counterexample
  std::vector<std::string> broken_at;  // the steps that do not keep the invariant
  std::string model;                   // the bounded model of the same mistake
};
[[nodiscard]] const std::vector<Mutant>& mutants();

// A run of `length` steps at whose end `claim` does not hold.
[[nodiscard]] std::optional<Trace> run_against(const Claim& claim, const Design& design, std::size_t length);

}  // namespace vigil::proofs::invariants::latching
