#pragma once

#include <vigil/model/engine.hpp>

#include <nlohmann/json.hpp>

namespace vigil::program {

// How verdicts pass from a child to the program, and how `--json` shows them and histories.
[[nodiscard]] nlohmann::json to_json(const models::Verdict& verdict);
[[nodiscard]] models::Verdict verdict_from(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const models::History& history);

}  // namespace vigil::program
