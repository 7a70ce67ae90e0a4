#pragma once

#include "names.hpp"
#include "program.hpp"

#include <string>

namespace vigil::litmus {

// "P0 (atomic_int* x) { ... }", each statement on a line. Throws std::invalid_argument for what C or the structure of
// its statements cannot say.
[[nodiscard]] std::string write_thread(const Program& program, Names& names, std::size_t thread);

}  // namespace vigil::litmus
