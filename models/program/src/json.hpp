#pragma once

#include <vigil/model/engine.hpp>

#include <nlohmann/json.hpp>

namespace vigil::program {

// How verdicts and histories pass from a child to the program, and how `--json` shows them.
[[nodiscard]] nlohmann::json to_json(const models::Verdict& verdict);
[[nodiscard]] models::Verdict verdict_from(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const models::History& history);
[[nodiscard]] models::History history_from(const nlohmann::json& json);

}  // namespace vigil::program
