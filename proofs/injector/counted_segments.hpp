#pragma once

#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <set>

namespace vigil {

// The machine, with memory for as many segments as a test says, and an account of them.
struct CountedSegments : StdAtomics {
  static inline std::size_t most = 0;
  static inline std::set<void*> allocated;

  [[nodiscard]] static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (allocated.size() == most) throw std::bad_alloc();
    void* const memory = StdAtomics::allocate(bytes, alignment, name);
    allocated.insert(memory);
    return memory;
  }
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
    EXPECT_EQ(allocated.erase(memory), 1U) << "freed once, and only what was allocated";
    StdAtomics::deallocate(memory, bytes, alignment);
  }
};

struct NumberedJob {
  std::size_t number = 0;
};

}  // namespace vigil
