#pragma once

#include <cstdint>
#include <string>

namespace vigil::checker {

// Whether the address lies in code of this program or of one of its libraries.
[[nodiscard]] bool is_program_code(std::uint64_t address);

// What tells this build of the program from every other one: the linker's id of it, or a sum of its bytes. Throws
// std::runtime_error if the program cannot be read.
[[nodiscard]] std::string build_id();

// The id of each library that the program has loaded, and where it lies; one line each, the program itself first.
[[nodiscard]] std::string loaded_code();

}  // namespace vigil::checker
