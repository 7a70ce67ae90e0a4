#pragma once

#include "explore.hpp"
#include "test.hpp"

#include <vigil/checker/options.hpp>

#include <optional>

namespace vigil::litmus {

// The verdict that a test wants from a memory model, as its line "cpp20=forbidden" says, if it has one. Throws
// std::invalid_argument if the line names no verdict.
[[nodiscard]] std::optional<Verdict> expected_verdict(const Test& test, checker::MemoryModel model);

}  // namespace vigil::litmus
