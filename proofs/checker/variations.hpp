#pragma once

#include <program.hpp>

#include <rapidcheck.h>

namespace vigil::conformance {

// The program with values that it computes. Some operands depend on registers, some accesses are of an element of an
// array, and each fetch_add becomes a fetch_ of any kind.
[[nodiscard]] litmus::Program with_computed_values(litmus::Program program, rc::Random random);

}  // namespace vigil::conformance
