#pragma once

namespace vigil::checker {

// Whether malloc, and with it the `new` that asks it, takes the memory of models from their execution. Found out once,
// before the first execution.
[[nodiscard]] bool malloc_is_tracked();

}  // namespace vigil::checker
