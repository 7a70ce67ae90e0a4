#include "invariants/report/tables.hpp"

#include <algorithm>
#include <iostream>

namespace vigil::proofs::invariants {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string yes_or_no(bool yes) { return yes ? "yes" : "NO"; }

}  // namespace

void print_invariant(const System& system, const std::vector<Claim>& invariant) {
  const std::vector<std::string> at_first = not_initial(system, invariant);
  std::map<std::string, std::size_t> kept_by;
  for (const Step& step : system.steps) {
    const std::vector<std::string> failing = not_kept(system, step, invariant);
    for (const Claim& claim : invariant) kept_by[claim.name] += contains(failing, claim.name) ? 0 : 1;
  }
  std::cout << "| claim | what it says, and why | holds at the start | kept by |\n|---|---|---|---|\n";
  for (const Claim& claim : invariant) {
    std::cout << "| `" << claim.name << "` | " << claim.says << " | " << yes_or_no(!contains(at_first, claim.name))
              << " | " << kept_by[claim.name] << " of " << system.steps.size() << " steps |\n";
  }
}

void print_promises(const System& system, const std::vector<Claim>& invariant, const std::vector<Claim>& promises) {
  const std::vector<std::string> failing = not_implied(system, invariant, promises);
  std::cout << "| promise | what it says | follows |\n|---|---|---|\n";
  for (const Claim& claim : promises) {
    std::cout << "| `" << claim.name << "` | " << claim.says << " | " << yes_or_no(!contains(failing, claim.name))
              << " |\n";
  }
}

void print_steps(const System& system, const std::vector<Claim>& invariant) {
  std::cout << "| step | cases | claims kept |\n|---|---|---|\n";
  for (const Step& step : system.steps) {
    const std::size_t lost = not_kept(system, step, invariant).size();
    std::cout << "| " << step.name << " | " << step.cases.size() << " | " << invariant.size() - lost << " of "
              << invariant.size() << " |\n";
  }
}

void print_trace(const Trace& trace, const Claim& broken,
                 const std::function<std::string(const std::vector<int>&)>& describe) {
  std::size_t width = 0;
  for (const TraceLine& line : trace) width = std::max(width, line.step.size());
  for (std::size_t i = 0; i != trace.size(); ++i) {
    const TraceLine& line = trace[i];
    const std::string number = std::to_string(i);
    std::cout << std::string(2 - std::min<std::size_t>(2, number.size()), ' ') << number << "  " << line.step
              << std::string(width - line.step.size() + 2, ' ') << describe(line.state) << "\n";
  }
  std::cout << "VIOLATION of " << broken.name << ": " << broken.says << "\n";
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : between).append(word);
  return text;
}

std::string numbers(const std::vector<int>& state, const std::vector<std::string_view>& names, Variable first,
                    Variable last) {
  std::vector<std::string> words;
  for (Variable variable = first; variable <= last; ++variable) {
    if (state[variable] != 0) words.push_back(std::string(names[variable]) + " " + std::to_string(state[variable]));
  }
  return joined(words, ", ");
}

}  // namespace vigil::proofs::invariants
