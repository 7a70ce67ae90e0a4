#pragma once

#include "orders.hpp"

#include <string>
#include <vector>

namespace vigil::program {

// What was found of a primitive: for a terminal, for a page, for programs.
[[nodiscard]] std::string orders_table(const PrimitiveFinding& finding);
[[nodiscard]] std::string orders_markdown(const PrimitiveFinding& finding);
[[nodiscard]] std::string orders_json(const std::vector<PrimitiveFinding>& findings);
// A line for each primitive: how many mutants there are, and how many a model kills.
[[nodiscard]] std::string mutants_markdown(const std::vector<PrimitiveFinding>& findings);

}  // namespace vigil::program
