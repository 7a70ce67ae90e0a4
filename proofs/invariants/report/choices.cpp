// The table of what happens if a choice of the protocol tables is flipped.

#include "invariants/choices/fates.hpp"
#include "invariants/report/tables.hpp"

#include <iostream>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {
namespace {

std::string quoted(const std::vector<std::string>& names) {
  return names.empty() ? "-" : "`" + joined(names, "`, `") + "`";
}

std::string verdict_on(const Fate& fate) {
  if (!fate.refuted.empty()) return "refuted";
  if (!fate.with_another.empty()) return "refuted with another";
  return fate.harmless.empty() ? "UNKNOWN" : "harmless";
}

void print_choices() {
  std::cout << "| table | choice | if flipped | refuted | refuted with another that is harmless | every "
               "promise proved |\n|---|---|---|---|---|---|\n";
  for (const Fate& fate : fates_of_choices()) {
    std::cout << "| `" << fate.table << "` | `" << fate.choice << "` | " << verdict_on(fate) << " | "
              << quoted(fate.refuted) << " | " << quoted(fate.with_another) << " | " << quoted(fate.harmless) << " |\n";
  }
}

}  // namespace

Commands commands_of_choices() { return {{"choices", print_choices}}; }

}  // namespace vigil::proofs::invariants
