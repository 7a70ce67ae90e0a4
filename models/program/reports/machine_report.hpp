#pragma once

#include "checks.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vigil::program {

// As text between the tags of an XML element, or in an attribute.
[[nodiscard]] std::string in_xml(std::string_view text);

// Verdicts for programs.
[[nodiscard]] std::string json_report(const std::vector<Report>& reports, const CheckOptions& options);
[[nodiscard]] std::string junit_report(const std::vector<Report>& reports);

}  // namespace vigil::program
