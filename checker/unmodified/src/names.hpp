#pragma once

#include <vigil/atomics/name.hpp>

#include <cstdint>
#include <string>

namespace vigil::unmodified {

// What a trace calls an object of the program: its symbol, or where in an allocated block it lies. Empty while no
// trace is recorded.
[[nodiscard]] Name name_of_object(std::uintptr_t address);

// The same at any time. Empty if it lies on a stack.
[[nodiscard]] std::string name_at(std::uintptr_t address);

// The text at an address that stays: names and places of source files outlive the executions that use them.
[[nodiscard]] const char* kept(const std::string& text);

}  // namespace vigil::unmodified
