#pragma once

#include <vigil/checker/run.hpp>

namespace vigil::checker {

// Programs over the names of the standard. False: with a fault.
[[nodiscard]] Subject counts(bool locks);
[[nodiscard]] Subject counts_by_operators(bool in_one_step);
[[nodiscard]] Subject passes_text(bool notices_first);
[[nodiscard]] Subject uses_the_rest();

}  // namespace vigil::checker
