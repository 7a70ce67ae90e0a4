#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace vigil::checker {

// What a problem can be an instance of: one for each kind of violation, and one for verdicts that are not as expected.
struct SarifRule {
  std::string_view id;
  std::string_view name;  // as SARIF has it: "DataRace"
  std::string_view title;
  std::string_view help;
};
[[nodiscard]] std::span<const SarifRule> sarif_rules();
// Its place among them.
[[nodiscard]] std::size_t index_of_rule(std::string_view id);

}  // namespace vigil::checker
