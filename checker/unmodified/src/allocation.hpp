#pragma once

#include "loaded_objects.hpp"

namespace vigil::unmodified {

// What the program has allocated before main.
[[nodiscard]] WritableStretch early_memory();

// Memory of the program, in this execution or before main; null if there is no more.
[[nodiscard]] void* allocate_pages(std::size_t bytes, std::size_t alignment) noexcept;
void free_pages(void* memory) noexcept;
// How much there is at an address; 0 if it is no beginning of memory in use.
[[nodiscard]] std::size_t bytes_allocated(const void* memory);

}  // namespace vigil::unmodified
