#pragma once

#include <string>

namespace vigil::checker {

// Whether the name contains the pattern, or matches it if it has `*`, `?` or `[`. An empty pattern matches all.
[[nodiscard]] bool matches(const std::string& name, const std::string& pattern);

}  // namespace vigil::checker
