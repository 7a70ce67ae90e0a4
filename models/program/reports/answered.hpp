#pragma once

#include "baseline.hpp"
#include "checks.hpp"

#include <optional>

namespace vigil::program {

// What a report answers, as a baseline names it; nothing if it leaves the question open, or came to a limit after what
// it found: that no baseline accepts.
[[nodiscard]] std::optional<checker::Answered> answered_by(const Report& report);

}  // namespace vigil::program
