#pragma once

#include "invariants/system/solver.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {

// What `vigil_invariants` prints for the pages: tables of a proof, and runs of mutants.

// For each claim, whether it holds at the start and how many steps keep it.
void print_invariant(const System& system, const std::vector<Claim>& invariant);
// For each promise, whether it follows.
void print_promises(const System& system, const std::vector<Claim>& invariant, const std::vector<Claim>& promises);
// For each step, how many claims it keeps.
void print_steps(const System& system, const std::vector<Claim>& invariant);
// The run that breaks `broken`. `describe` turns a state into words.
void print_trace(const Trace& trace, const Claim& broken,
                 const std::function<std::string(const std::vector<int>&)>& describe);

[[nodiscard]] std::string joined(const std::vector<std::string>& words, const std::string& between);
// The variables from `first` to `last` that are not zero, by name.
[[nodiscard]] std::string numbers(const std::vector<int>& state, const std::vector<std::string_view>& names,
                                  Variable first, Variable last);

// By the arguments of the command line: "mutants", "latch mutants", "trace no-cascade".
using Commands = std::map<std::string, std::function<void()>>;
[[nodiscard]] Commands commands_of_sleep();
[[nodiscard]] Commands commands_of_latch();
[[nodiscard]] Commands commands_of_choices();
[[nodiscard]] Commands commands_of_split();

}  // namespace vigil::proofs::invariants
