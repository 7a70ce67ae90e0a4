#pragma once

#include "checks.hpp"

#include <string>
#include <vector>

namespace vigil::program {

// Verdicts for programs.
[[nodiscard]] std::string json_report(const std::vector<Report>& reports, const CheckOptions& options);
[[nodiscard]] std::string junit_report(const std::vector<Report>& reports);

}  // namespace vigil::program
