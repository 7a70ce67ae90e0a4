#pragma once

#include <cstddef>

namespace vigil {

// How far apart two objects must lie so that writing one does not slow readers of the other.
//
// Not `std::hardware_destructive_interference_size`: its value may differ between translation units built with other
// tuning flags, which would change the layout of every class below. Apple's cores and POWER fetch 128 bytes.
#if (defined(__APPLE__) && defined(__aarch64__)) || defined(__powerpc64__)
inline constexpr std::size_t kCacheLine = 128;
#else
inline constexpr std::size_t kCacheLine = 64;
#endif

}  // namespace vigil
