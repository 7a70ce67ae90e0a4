// What vigil_invariants prints about the split deque.

#include "invariants/deque/design.hpp"
#include "invariants/deque/variants.hpp"
#include "invariants/report/tables.hpp"

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {
namespace splitting {
namespace {

void print_mutants() {
  std::cout << "| source mutant | the induction fails at | broken promise | steps of the counterexample | bounded "
               "model |\n|---|---|---|---|---|\n";
  for (const Mutant& mutant : mutants()) {
    const std::string steps = joined(steps_that_break(system_of({.steps = mutant.steps}), invariant()), "; ");
    const bool found = run_against(promise(mutant.promise), mutant.steps, mutant.length).has_value();
    std::cout << "| `" << mutant.name << "` | " << steps << " | `" << mutant.promise << "` | "
              << (found ? std::to_string(mutant.length) : "NONE") << " | `" << mutant.model << "` |\n";
  }
}

// The words, and what the owner knows. Then where the owner and the followed job are, and the thieves.
std::string describe(const std::vector<int>& line) {
  std::vector<std::string> parts = {numbers(line, kNames, tail, own_split), numbers(line, kNames, idle, overwritten)};
  if (const std::string thieves = numbers(line, kNames, state, empty_handed); !thieves.empty())
    parts.push_back(thieves);
  return joined(parts, " | ");
}

void print_run(const Mutant& mutant) {
  const auto trace = run_against(promise(mutant.promise), mutant.steps, mutant.length);
  if (!trace) throw std::runtime_error("there is no counterexample");
  print_trace(*trace, promise(mutant.promise), describe);
}

}  // namespace
}  // namespace splitting

Commands commands_of_split() {
  using namespace splitting;
  Commands commands = {{"split invariant", [] { print_invariant(system_of({}), invariant()); }},
                       {"split promises", [] { print_promises(system_of({}), invariant(), promises()); }},
                       {"split steps", [] { print_steps(system_of({}), invariant()); }},
                       {"split mutants", print_mutants}};
  for (const auto& mutant : mutants()) commands["split trace " + mutant.name] = [&mutant] { print_run(mutant); };
  return commands;
}

}  // namespace vigil::proofs::invariants
