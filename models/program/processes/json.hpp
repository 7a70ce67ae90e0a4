#pragma once

#include <vigil/model/engine.hpp>

#include <nlohmann/json.hpp>

namespace vigil::program {

// How answers pass from a child to the program, and how `--json` shows them and histories.
[[nodiscard]] nlohmann::json to_json(const models::Answer& answer);
[[nodiscard]] models::Answer answer_from(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const models::History& history);

}  // namespace vigil::program
