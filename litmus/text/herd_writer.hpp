#pragma once

#include "test.hpp"

#include <string>

namespace vigil::litmus {

// Writes a test in herd's C syntax. read_herd() makes the same program of it, but for what the text cannot say: places,
// the names of threads (P0, P1, ...), and unnamed registers, which get names if they are used.
//
// Throws std::invalid_argument, with the reason, for what the syntax cannot say: loops and other jumps backwards or out
// of a branch; waiting, notifying, condition variables and try_lock; and names that are no identifiers.
[[nodiscard]] std::string write_herd(const Test& test);

// What the test says of the end of an execution, without its quantifier: "1:r0=1 /\ x=0"; empty if it says nothing.
[[nodiscard]] std::string write_condition(const Test& test);

}  // namespace vigil::litmus
