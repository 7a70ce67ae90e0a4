#pragma once

#include "loaded_objects.hpp"

namespace vigil::unmodified {

// What the program has allocated before main.
[[nodiscard]] WritableStretch early_memory();

}  // namespace vigil::unmodified
