#pragma once

#include "baseline.hpp"
#include "checks.hpp"

#include <optional>

namespace vigil::program {

// What a report answers, as a baseline names it; nothing if it leaves the question open, or came to a limit after what
// it found: that no baseline accepts. `preemptions` is the bound of the checker's searches, if they have one.
[[nodiscard]] std::optional<checker::Answered> answered_by(const Report& report, std::optional<unsigned> preemptions);

}  // namespace vigil::program
