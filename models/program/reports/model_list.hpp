#pragma once

#include "checks.hpp"

#include <string>
#include <vector>

namespace vigil::program {

// The models for programs that want to know what there is: one JSON object. A later schema that only adds members has
// the same version. docs/program.md describes the members.
[[nodiscard]] std::string json_list(const std::vector<const models::Model*>& models, const CheckOptions& options);

}  // namespace vigil::program
