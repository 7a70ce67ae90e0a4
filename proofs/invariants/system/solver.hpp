#pragma once

#include "invariants/system/transition.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {

// The parts of a proof by induction. Each asks z3, and returns the claims that fail, or none. If z3 answers neither yes
// nor no, the function throws.

// The names of the claims that do not hold at the start.
[[nodiscard]] std::vector<std::string> not_initial(const System& system, const std::vector<Claim>& invariant);

// Claims that `step` does not keep, though all of `invariant` held before it.
[[nodiscard]] std::vector<std::string> not_kept(const System& system, const Step& step,
                                                const std::vector<Claim>& invariant);

// The steps of `system` that do not keep all of `invariant`, by name.
[[nodiscard]] std::vector<std::string> steps_that_break(const System& system, const std::vector<Claim>& invariant);

// Promises that do not follow from `invariant`.
[[nodiscard]] std::vector<std::string> not_implied(const System& system, const std::vector<Claim>& invariant,
                                                   const std::vector<Claim>& promises);

// Whether there is a state in which `invariant` holds and `act` can happen. A case that never happens proves nothing.
[[nodiscard]] bool can_happen(const System& system, const Case& act, const std::vector<Claim>& invariant);

// A run from the start to a state: each step and the numbers after it. The first line has no step.
struct TraceLine {
  std::string step;
  std::vector<int> state;
};
using Trace = std::vector<TraceLine>;

struct Search {
  std::size_t length;                            // exactly so many steps
  std::function<z3::expr(const State&)> begins;  // true of the first state, besides System::initially
  std::function<z3::expr(const State&)> within;  // true of every state
};

// A run that breaks `promise` in its last state. None if there is none of that length whose numbers stay small: a
// search that finds nothing proves nothing.
[[nodiscard]] std::optional<Trace> counterexample(const System& system, const Claim& promise, const Search& search);

}  // namespace vigil::proofs::invariants
