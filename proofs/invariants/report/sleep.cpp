// What vigil_invariants prints about the sleep protocol.

#include "invariants/report/tables.hpp"
#include "invariants/sleep/claims.hpp"
#include "invariants/sleep/variables.hpp"
#include "invariants/sleep/variants.hpp"

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {
namespace sleeping {
namespace {

void print_harmless() {
  std::cout << "| variant | defect | promises proved | why |\n|---|---|---|---|\n";
  for (const Harmless& variant : harmless_variants()) {
    const std::vector<Claim> invariant = invariant_of(variant.design);
    const System system = system_of(variant.design);
    const bool is_invariant = steps_that_break(variant.design).empty() && not_initial(system, invariant).empty();
    const std::size_t failing = not_implied(system, invariant, promises()).size();
    std::cout << "| `" << variant.name << "` | " << variant.defect << " | "
              << (is_invariant ? promises().size() - failing : 0) << " of " << promises().size() << " | " << variant.why
              << " |\n";
  }
}

void print_mutants() {
  std::cout << "| mutant | defect | the induction fails at | broken promise | workers | steps of the counterexample | "
               "bounded model |\n|---|---|---|---|---|---|---|\n";
  for (const Mutant& mutant : mutants()) {
    const std::string steps = joined(steps_that_break(mutant.design), "; ");
    const bool found = run_against(mutant).has_value();
    std::cout << "| `" << mutant.name << "` | " << mutant.defect << " | " << steps << " | `" << mutant.promise << "` | "
              << mutant.workers << " | " << (found ? std::to_string(mutant.length) : "NONE") << " | `" << mutant.model
              << "` |\n";
  }
}

// The word and the queue, then the number of threads at each place. Zeros are left out, and what only the proof keeps.
std::string describe(std::vector<int> state) {
  state[noted] = 0;
  state[passed_by] = 0;
  const std::string shared = numbers(state, kNames, jobs, read_inactive);
  return (shared.empty() ? "all zero" : shared) + " | " + numbers(state, kNames, running, posters_tested);
}

void print_run(const Mutant& mutant) {
  const auto trace = run_against(mutant);
  if (!trace) throw std::runtime_error("there is no counterexample");
  print_trace(*trace, promise(mutant.promise), describe);
}

}  // namespace
}  // namespace sleeping

Commands commands_of_sleep() {
  using namespace sleeping;
  Commands commands = {{"invariant", [] { print_invariant(system_of({}), invariant_of({})); }},
                       {"promises", [] { print_promises(system_of({}), invariant_of({}), promises()); }},
                       {"steps", [] { print_steps(system_of({}), invariant_of({})); }},
                       {"harmless", print_harmless},
                       {"mutants", print_mutants}};
  for (const auto& mutant : mutants()) commands["trace " + mutant.name] = [&mutant] { print_run(mutant); };
  return commands;
}

}  // namespace vigil::proofs::invariants
