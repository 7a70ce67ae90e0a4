#pragma once

#include <vigil/model/engine.hpp>

#include <nlohmann/json.hpp>

#include <string_view>

namespace vigil::program {

// "incomplete" where not every planned search ended, or else "holds" or the name of the violation.
[[nodiscard]] std::string_view outcome_in_report(const models::Answer& answer);
// How answers pass from a child to the program, and how `--json` shows them and histories.
[[nodiscard]] nlohmann::json to_json(const models::Answer& answer);
[[nodiscard]] models::Answer answer_from(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const models::History& history);

}  // namespace vigil::program
