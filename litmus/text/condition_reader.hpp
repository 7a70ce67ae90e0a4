#pragma once

#include "cursor.hpp"
#include "declarations.hpp"
#include "test.hpp"

namespace vigil::litmus {

// Reads what stands behind the threads: "locations [x; 0:r0;]" and "exists (0:r0=1 /\ x=1)", each of which may be
// missing. "=>" binds tighter than "/\", and that tighter than "\/", as in herd.
void read_question(Cursor& cursor, Declarations& declarations, Test& test);

}  // namespace vigil::litmus
