#pragma once

#include <string>

namespace vigil::unmodified {

// Which functions access memory in assembly, of which the compiler tells us nothing; empty if there are none. vigil-c++
// lists them in a section of the program.
[[nodiscard]] std::string hidden_accesses();

}  // namespace vigil::unmodified
