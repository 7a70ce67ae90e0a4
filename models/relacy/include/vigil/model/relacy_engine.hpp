#pragma once

#include <vigil/model/engine.hpp>

#include <string_view>

namespace vigil::models {

[[nodiscard]] const Engine& relacy_engine();

// The steps of an execution as Relacy printed them.
[[nodiscard]] std::vector<Step> parse_relacy_history(std::string_view printed);

}  // namespace vigil::models
