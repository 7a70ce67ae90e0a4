#pragma once

namespace vigil::checker {

// Finds the libraries that the two functions below know. Of use once; what is loaded later is not theirs.
void find_system_code();

// Whether an address lies in the code of libc, of the loader, or of the C++ or a sanitizer's runtime: none of a
// model's. False in programs that contain these libraries themselves.
[[nodiscard]] bool is_system_code(const void* address) noexcept;
// Whether it lies in the C++ runtime's `operator new`, which asks for its caller.
[[nodiscard]] bool is_operator_new(const void* address) noexcept;

// Whether it lies in the C++ runtime's function that allocates the objects that are thrown.
[[nodiscard]] bool is_throw(const void* address) noexcept;

// What the name would mean if this program did not define it: the library's own function. Null if there is none.
[[nodiscard]] void* next_function(const char* name);

}  // namespace vigil::checker
