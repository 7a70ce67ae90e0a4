#pragma once

#include <cstddef>

namespace vigil {

/// The alignment, in bytes, that keeps two objects out of one cache line, so that writing one does not slow readers of
/// the other. 128 on Apple's cores and on POWER, which fetch as much at a time; 64 elsewhere.
///
/// `std::hardware_destructive_interference_size` is not used because its value may differ between translation units
/// that are built with other tuning flags. The layout of every aligned class would differ with it.
///
/// \snippet atomics/cache_line.cpp example
#if (defined(__APPLE__) && defined(__aarch64__)) || defined(__powerpc64__)
inline constexpr std::size_t kCacheLine = 128;
#else
inline constexpr std::size_t kCacheLine = 64;
#endif

}  // namespace vigil
