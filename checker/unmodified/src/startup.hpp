#pragma once

#include "loaded_objects.hpp"

#include <string>

namespace vigil::unmodified {

// Whether the constructors of the program's global objects run: main has not begun.
[[nodiscard]] bool starts_up() noexcept;
// Ends the process with a line that says so, if the program calls while it starts up. `what`: "starts a thread".
void refuse_before_main(const char* what, const void* caller);

// Of the thread that runs the checker.
[[nodiscard]] void* main_thread_pointer() noexcept;
// The C++ runtime and the unwinder.
[[nodiscard]] bool is_runtime_library(const LoadedObject& object);

}  // namespace vigil::unmodified
