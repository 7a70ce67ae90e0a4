// What vigil_invariants prints about the latch.

#include "invariants/latch/design.hpp"
#include "invariants/latch/variants.hpp"
#include "invariants/report/tables.hpp"

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {
namespace latching {
namespace {

void print_mutants() {
  std::cout << "| mutant | defect | the induction fails at | broken promise | steps of the counterexample | bounded "
               "model |\n|---|---|---|---|---|---|\n";
  for (const Mutant& mutant : mutants()) {
    const std::string steps = joined(steps_that_break(system_of(mutant.design), invariant()), "; ");
    const bool found = run_against(promise(mutant.promise), mutant.design, mutant.length).has_value();
    std::cout << "| `" << mutant.name << "` | " << mutant.defect << " | " << steps << " | `" << mutant.promise << "` | "
              << (found ? std::to_string(mutant.length) : "NONE") << " | `" << mutant.model << "` |\n";
  }
}

// The latch, then the owner and the setters that have yet to act.
std::string describe(const std::vector<int>& state) {
  return numbers(state, kNames, latch_unset, was_set) + " | " + numbers(state, kNames, awake, waking);
}

void print_run(const Mutant& mutant) {
  const auto trace = run_against(promise(mutant.promise), mutant.design, mutant.length);
  if (!trace) throw std::runtime_error("there is no counterexample");
  print_trace(*trace, promise(mutant.promise), describe);
}

}  // namespace
}  // namespace latching

Commands commands_of_latch() {
  using namespace latching;
  Commands commands = {{"latch invariant", [] { print_invariant(system_of({}), invariant()); }},
                       {"latch promises", [] { print_promises(system_of({}), invariant(), promises()); }},
                       {"latch steps", [] { print_steps(system_of({}), invariant()); }},
                       {"latch mutants", print_mutants}};
  for (const auto& mutant : mutants()) commands["latch trace " + mutant.name] = [&mutant] { print_run(mutant); };
  return commands;
}

}  // namespace vigil::proofs::invariants
