#pragma once

namespace vigil::checker {

// Whether malloc, and thus `new`, takes the memory of models from their execution. Determined once, before the first
// execution.
[[nodiscard]] bool malloc_is_tracked();

}  // namespace vigil::checker
