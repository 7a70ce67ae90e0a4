#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::unmodified {

// A part of a loaded object that the program can write.
struct WritableStretch {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
};

// The executable, or a shared library.
struct LoadedObject {
  std::string path;
  std::uintptr_t base = 0;  // what addresses in the file are moved by
  std::uintptr_t begin = 0, end = 0;
  bool is_programs = false;  // neither ours nor of the C and C++ libraries
  std::vector<WritableStretch> writable;
  // The thread-local data: where the calling thread has it, and how it begins.
  std::byte* thread_local_data = nullptr;
  std::size_t thread_local_bytes = 0;
  const std::byte* thread_local_image = nullptr;
  std::size_t thread_local_image_bytes = 0;
};

// All that were loaded when the program began.
[[nodiscard]] const std::vector<LoadedObject>& loaded_objects();

// Whether an address lies in this library.
[[nodiscard]] bool is_own(const void* address) noexcept;
// Whether it lies in one of the C and C++ libraries.
[[nodiscard]] bool is_of_system(const volatile void* address) noexcept;

}  // namespace vigil::unmodified
