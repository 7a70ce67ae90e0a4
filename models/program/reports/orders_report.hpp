#pragma once

#include "orders.hpp"

#include <optional>
#include <string>
#include <vector>

namespace vigil::program {

// What was found of a primitive: for a terminal, for a page, for programs.
[[nodiscard]] std::string orders_table(const PrimitiveFinding& finding);
[[nodiscard]] std::string orders_markdown(const PrimitiveFinding& finding);
[[nodiscard]] std::string orders_json(const std::vector<PrimitiveFinding>& findings);
// A test for each order, choice and source mutant.
struct PrimitiveOutcome {
  std::string primitive;
  std::optional<PrimitiveFinding> finding;
  bool has_begun = true;
  std::string why_undecided;  // empty if there is a finding
  double seconds = 0;
};
[[nodiscard]] std::string orders_junit(const std::vector<PrimitiveOutcome>& outcomes);
// A line for each primitive: how many mutants there are, and how many a model kills.
[[nodiscard]] std::string mutants_markdown(const std::vector<PrimitiveFinding>& findings);

}  // namespace vigil::program
