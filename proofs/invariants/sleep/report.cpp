// Prints for the pages what is proved and what is refuted:
//
//   vigil_invariants invariant | promises | steps | harmless | mutants | trace MUTANT

#include "invariants/sleep/claims.hpp"
#include "invariants/sleep/variables.hpp"
#include "invariants/sleep/variants.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::proofs::invariants::sleeping {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string yes_or_no(bool yes) { return yes ? "yes" : "NO"; }

void print_invariant() {
  const System system = system_of({});
  const std::vector<Claim> invariant = invariant_of({});
  const std::vector<std::string> at_first = not_initial(system, invariant);
  std::map<std::string, std::size_t> kept_by;
  for (const Step& step : system.steps) {
    const std::vector<std::string> failing = not_kept(system, step, invariant);
    for (const Claim& claim : invariant) kept_by[claim.name] += contains(failing, claim.name) ? 0 : 1;
  }
  std::cout << "| claim | what it says, and why | holds at first | kept by |\n|---|---|---|---|\n";
  for (const Claim& claim : invariant) {
    std::cout << "| `" << claim.name << "` | " << claim.says << " | " << yes_or_no(!contains(at_first, claim.name))
              << " | " << kept_by[claim.name] << " of " << system.steps.size() << " steps |\n";
  }
}

void print_promises() {
  const std::vector<std::string> failing = not_implied(system_of({}), invariant_of({}), promises());
  std::cout << "| promise | what it says | follows |\n|---|---|---|\n";
  for (const Claim& claim : promises()) {
    std::cout << "| `" << claim.name << "` | " << claim.says << " | " << yes_or_no(!contains(failing, claim.name))
              << " |\n";
  }
}

void print_steps() {
  const System system = system_of({});
  std::cout << "| step | cases | claims kept |\n|---|---|---|\n";
  for (const Step& step : system.steps) {
    const std::size_t all = invariant_of({}).size();
    const std::size_t lost = not_kept(system, step, invariant_of({})).size();
    std::cout << "| " << step.name << " | " << step.cases.size() << " | " << all - lost << " of " << all << " |\n";
  }
}

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
    std::string steps;
    for (const std::string& step : steps_that_break(mutant.design)) steps += (steps.empty() ? "" : "; ") + step;
    const bool found = run_against(mutant).has_value();
    std::cout << "| `" << mutant.name << "` | " << mutant.defect << " | " << steps << " | `" << mutant.promise << "` | "
              << mutant.workers << " | " << (found ? std::to_string(mutant.length) : "NONE") << " | `" << mutant.model
              << "` |\n";
  }
}

// The word, then who is where: what is zero is left out of both.
std::string describe(const std::vector<int>& state) {
  const auto numbers = [&](Variable first, Variable last) {
    std::string text;
    for (Variable variable = first; variable <= last; ++variable) {
      if (state[variable] == 0 || variable == noted || variable == passed_by) continue;
      text.append(text.empty() ? "" : ", ")
          .append(kNames[variable])
          .append(" ")
          .append(std::to_string(state[variable]));
    }
    return text;
  };
  const std::string shared = numbers(jobs, read_inactive);
  return (shared.empty() ? "all zero" : shared) + " | " + numbers(running, posters_tested);
}

void print_trace(const std::string& name) {
  const auto is_it = [&](const Mutant& mutant) { return mutant.name == name; };
  const auto mutant = std::find_if(mutants().begin(), mutants().end(), is_it);
  if (mutant == mutants().end()) throw std::invalid_argument("no mutant is called " + name);
  const Claim broken = promise(mutant->promise);
  const auto trace = run_against(*mutant);
  if (!trace) throw std::runtime_error("there is no counterexample");
  std::size_t width = 0;
  for (const TraceLine& line : *trace) width = std::max(width, line.step.size());
  for (std::size_t i = 0; i != trace->size(); ++i) {
    const TraceLine& line = (*trace)[i];
    const std::string number = std::to_string(i);
    std::cout << std::string(2 - std::min<std::size_t>(2, number.size()), ' ') << number << "  " << line.step
              << std::string(width - line.step.size() + 2, ' ') << describe(line.state) << "\n";
  }
  std::cout << "VIOLATION of " << broken.name << ": " << broken.says << "\n";
}

int run(const std::vector<std::string>& arguments) {
  const std::map<std::string, std::function<void()>> prints = {{"invariant", print_invariant},
                                                               {"promises", print_promises},
                                                               {"steps", print_steps},
                                                               {"harmless", print_harmless},
                                                               {"mutants", print_mutants}};
  if (arguments.size() == 1 && prints.contains(arguments[0])) {
    prints.at(arguments[0])();
  } else if (arguments.size() == 2 && arguments[0] == "trace") {
    print_trace(arguments[1]);
  } else {
    std::cerr << "usage: vigil_invariants invariant | promises | steps | harmless | mutants | trace MUTANT\n";
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace vigil::proofs::invariants::sleeping

int main(int argc, char** argv) {
  try {
    return vigil::proofs::invariants::sleeping::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "vigil_invariants: " << error.what() << "\n";
    return 1;
  }
}
