#pragma once

namespace vigil::checker {

// Finds the libraries for the functions below. Called once; they do not know libraries that are loaded later.
void find_system_code();

// Whether an address lies in the code of libc, the loader, the C++ runtime or a sanitizer's runtime, and so not in a
// model. False in programs that contain these libraries statically.
[[nodiscard]] bool is_system_code(const void* address) noexcept;
// Whether it lies in the C++ runtime's `operator new`, which allocates for its caller.
[[nodiscard]] bool is_operator_new(const void* address) noexcept;

// Whether it lies in the C++ runtime's function that allocates exceptions.
[[nodiscard]] bool is_throw(const void* address) noexcept;

// The library's own function of this name, which this program replaces. Null if there is none.
[[nodiscard]] void* next_function(const char* name);

}  // namespace vigil::checker
