#pragma once

namespace vigil::unmodified {

// Explores the executions of the program's main, as the command line says. Returns the exit status of the process.
[[nodiscard]] int explore(int (*main)(int, char**, char**), int argc, char** argv, char** environment);

// Called when the program would end with this status.
[[noreturn]] void end_program(int status);

}  // namespace vigil::unmodified
