#pragma once

#include "litmus.hpp"

#include <program.hpp>

namespace vigil::conformance {

// The program that the oracle and the checker run. Its name is the text of the notation.
//
// Objects: atomics, then mutexes, then condition variables. What an instruction reads goes into a register of its own,
// and so does whether a compare-exchange succeeded. `if odd` becomes a jump. A thread that needs it has one more
// register, the last value that it read.
[[nodiscard]] litmus::Program as_litmus(const Program& notation);

}  // namespace vigil::conformance
