#pragma once

#include "source/code.hpp"

#include <string>
#include <vector>

namespace vigil::proofs {

// Does everything by which threads affect each other pass through the layer, with an order from a table? A model sees
// nothing else. Each function returns one sentence for each passage of core that breaks its rule.
using Problems = std::vector<std::string>;

// Every file below `core`, whatever its name ends in, but for those of CMake.
[[nodiscard]] Sources read_core(const std::string& root);

// Core includes itself and the standard library, by headers in angle brackets that stand in the directive. Few
// headers include those of a system, each of them its own.
[[nodiscard]] Problems foreign_includes(const Sources& core);

// The preprocessor includes, and does nothing else: a macro could spell anything.
[[nodiscard]] Problems directives_besides_includes(const Sources& core);

// Names that reach around the layer: those of the compiler, of the operating system, and of the standard library's
// atomics, threads and locks; `volatile`, `asm`, `extern`, `thread_local`.
[[nodiscard]] Problems names_around_the_layer(const Sources& core);

// An order is spelled in a table, and an operation takes one from there.
[[nodiscard]] Problems orders_outside_tables(const Sources& core);

}  // namespace vigil::proofs
