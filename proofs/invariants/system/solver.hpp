#pragma once

#include "invariants/system/transition.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {

// The parts of a proof by induction, each a question to z3: whose answer is a list of the claims that fail, empty if
// none does. An answer that is neither yes nor no is an exception.

// Claims that do not hold at first, by name.
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

// What leads from the beginning to a state: each step, none before the first state, and the numbers after it.
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
