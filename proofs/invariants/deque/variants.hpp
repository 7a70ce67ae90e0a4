#pragma once

#include "invariants/deque/design.hpp"
#include "invariants/system/solver.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vigil::proofs::invariants::splitting {

// A split deque that breaks a promise, and how to show it.
struct Mutant {
  std::string name;  // that of the source mutation
  SplitSteps steps;
  std::string promise;
  std::size_t length;                  // of the counterexample
  std::vector<std::string> broken_at;  // the steps that do not keep the invariant
  std::string model;                   // the bounded model that kills the source mutation
};
[[nodiscard]] const std::vector<Mutant>& mutants();

// A run of `length` steps of the code at whose end `claim` does not hold.
[[nodiscard]] std::optional<Trace> run_against(const Claim& claim, const SplitSteps& steps, std::size_t length);

}  // namespace vigil::proofs::invariants::splitting
