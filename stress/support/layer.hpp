#pragma once

#include <vigil/atomics/std_atomics.hpp>

namespace vigil::stress {

using Layer = StdAtomics;

}  // namespace vigil::stress
