#pragma once

#include <vigil/common/processor_list.hpp>

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <system_error>
#include <vector>

namespace vigil {

// On which processors a thread may run. Linux has this in the C library, and POSIX has not. A thread begins with the
// processors of the thread that starts it, and a process with those of the thread that forks it.

#if defined(__linux__) && defined(CPU_ALLOC)

/// Whether this system lets a program choose processors. Linux does. Elsewhere a Placement other than none is an error.
inline constexpr bool kHasAffinity = true;

namespace detail {

// A set of processors as the system takes it: bits, in whole `cpu_set_t`.
using ProcessorSets = std::vector<cpu_set_t>;

inline ProcessorSets sets_for(unsigned numbers) {
  ProcessorSets sets((numbers + CPU_SETSIZE - 1) / CPU_SETSIZE);
  CPU_ZERO_S(sets.size() * sizeof(cpu_set_t), sets.data());
  return sets;
}

}  // namespace detail

/// The processors on which the calling thread may run, ascending. They lie within those that the control group of the
/// process allows, and are online.
///
/// \return nullopt if the system does not say.
/// \threads Any thread.
/// \progress A system call.
/// \throws std::bad_alloc
///
/// \snippet common/affinity.cpp example
[[nodiscard]] inline std::optional<Processors> thread_processors() {
  for (unsigned numbers = CPU_SETSIZE; numbers <= kProcessorNumbers; numbers *= 2) {
    detail::ProcessorSets sets = detail::sets_for(numbers);
    const std::size_t bytes = sets.size() * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, sets.data()) == 0) {
      Processors allowed;
      for (unsigned number = 0; number != numbers; ++number)
        if (CPU_ISSET_S(number, bytes, sets.data())) allowed.push_back(number);
      return allowed;
    }
    // The kernel counts further than this set.
    if (errno != EINVAL) return std::nullopt;
  }
  return std::nullopt;
}

/// Lets the calling thread run on these processors alone. It runs on one of them when this returns.
///
/// Linux leaves out numbers for which there is no processor, and processors that are offline, or not allowed by the
/// control group of the process. Only if none is left, that is an error.
///
/// \return no error, or what the system says: `std::errc::invalid_argument` if no processor of the list can be used,
///   `std::errc::function_not_supported` if the system is not Linux.
/// \threads Any thread.
/// \progress A system call, which may wait for one of the processors.
/// \throws std::bad_alloc
[[nodiscard]] inline std::error_code set_thread_processors(const Processors& processors) {
  const auto largest = std::max_element(processors.begin(), processors.end());
  if (largest == processors.end() || *largest >= kProcessorNumbers)
    return std::make_error_code(std::errc::invalid_argument);
  detail::ProcessorSets sets = detail::sets_for(*largest + 1);
  const std::size_t bytes = sets.size() * sizeof(cpu_set_t);
  for (const unsigned number : processors) CPU_SET_S(number, bytes, sets.data());
  if (sched_setaffinity(0, bytes, sets.data()) == 0) return {};
  return {errno, std::generic_category()};
}

#else

inline constexpr bool kHasAffinity = false;

[[nodiscard]] inline std::optional<Processors> thread_processors() { return std::nullopt; }
[[nodiscard]] inline std::error_code set_thread_processors(const Processors&) {
  return std::make_error_code(std::errc::function_not_supported);
}

#endif

}  // namespace vigil
