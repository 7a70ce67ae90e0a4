#pragma once

#include <string>

namespace vigil::models {

// Whether a name contains the pattern, or matches it if it has `*`, `?` or `[`.
[[nodiscard]] bool matches(const std::string& name, const std::string& pattern);

}  // namespace vigil::models
