#pragma once

#include "checks.hpp"

#include <string>
#include <vector>

namespace vigil::program {

// Verdicts for pages: no seconds, so that the same models print the same text. A table for each engine.

// A row for each model.
[[nodiscard]] std::string markdown_models(const std::vector<Report>& reports, const CheckOptions& options);
// A row for each primitive.
[[nodiscard]] std::string markdown_primitives(const std::vector<Report>& reports, const CheckOptions& options);

}  // namespace vigil::program
