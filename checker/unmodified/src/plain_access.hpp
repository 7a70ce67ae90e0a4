#pragma once

#include "hook.hpp"
#include "objects.hpp"

#include <cstddef>
#include <cstdint>

namespace vigil::unmodified {

// The program's plain code is about to read or write these bytes.
inline void access(const volatile void* address, std::size_t bytes, bool writes) {
  if (!explores() || bytes == 0) return;
  const Hook hook;
  objects().access({reinterpret_cast<std::uintptr_t>(address), bytes, writes});
}

}  // namespace vigil::unmodified
