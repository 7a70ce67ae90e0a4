#pragma once

#include "baseline.hpp"

#include <vigil/checker/run.hpp>

#include <optional>

namespace vigil::checker {

// What a verdict answers, as a baseline names it; nothing if it leaves the question open, or came to a limit after what
// it found.
[[nodiscard]] std::optional<Answered> answered_by(const Verdict& verdict);

}  // namespace vigil::checker
