#pragma once

#include <vigil/common/processor_list.hpp>

#if defined(__linux__)
#include <sched.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <system_error>
#include <vector>

namespace vigil {

// On which processors a thread may run. The C library of Linux can choose them, and POSIX has nothing for it. A thread
// begins with the processors of the thread that starts it, and a process with those of the thread that forks it.

namespace detail {

#if defined(__linux__) && defined(CPU_ALLOC)

inline constexpr bool kSystemHasAffinity = true;

// A set of processors as the system takes it: bits, in whole `cpu_set_t`.
using ProcessorSet = std::vector<cpu_set_t>;

// Without any processor.
inline ProcessorSet processor_set_below(unsigned number) {
  return ProcessorSet((number + CPU_SETSIZE - 1) / CPU_SETSIZE);
}

inline std::optional<Processors> read_affinity() {
  for (unsigned end = CPU_SETSIZE; end <= kProcessorNumbers; end *= 2) {
    ProcessorSet set = processor_set_below(end);
    const std::size_t bytes = set.size() * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, set.data()) == 0) {
      Processors allowed;
      for (unsigned number = 0; number != end; ++number)
        if (CPU_ISSET_S(number, bytes, set.data())) allowed.push_back(number);
      return allowed;
    }
    // The kernel refuses a set that ends below its own numbers.
    if (errno != EINVAL) return std::nullopt;
  }
  return std::nullopt;
}

inline std::error_code write_affinity(const Processors& processors) {
  const auto largest = std::max_element(processors.begin(), processors.end());
  if (largest == processors.end() || *largest >= kProcessorNumbers)
    return std::make_error_code(std::errc::invalid_argument);
  ProcessorSet set = processor_set_below(*largest + 1);
  const std::size_t bytes = set.size() * sizeof(cpu_set_t);
  for (const unsigned number : processors) CPU_SET_S(number, bytes, set.data());
  if (sched_setaffinity(0, bytes, set.data()) != 0) return {errno, std::generic_category()};
  return {};
}

#else

inline constexpr bool kSystemHasAffinity = false;
inline std::optional<Processors> read_affinity() { return std::nullopt; }
inline std::error_code write_affinity(const Processors&) {
  return std::make_error_code(std::errc::function_not_supported);
}

#endif

}  // namespace detail

/// Whether a program can choose the processors of its threads, as on Linux. Elsewhere it is an error to try, and so is
/// a Placement.
inline constexpr bool kHasAffinity = detail::kSystemHasAffinity;

/// The processors on which the calling thread may run, ascending: those of its affinity that are online, and that its
/// control group permits.
///
/// \return nullopt if the system does not say.
/// \threads Any thread.
/// \progress A system call.
/// \throws std::bad_alloc
///
/// \snippet common/affinity.cpp example
[[nodiscard]] inline std::optional<Processors> thread_processors() { return detail::read_affinity(); }

/// Lets the calling thread run on these processors alone. It runs on one of them when this returns.
///
/// Linux leaves out processors that do not exist, are offline, or are not permitted to the thread's control group. It
/// is an error only if none is left.
///
/// \param processors their numbers, in any order.
/// \return no error; `std::errc::invalid_argument` if no processor of the list can be used;
///   `std::errc::function_not_supported` without kHasAffinity; or what else the system says.
/// \threads Any thread.
/// \progress A system call. The thread may have to wait until one of the processors runs it.
/// \throws std::bad_alloc
[[nodiscard]] inline std::error_code set_thread_processors(const Processors& processors) {
  return detail::write_affinity(processors);
}

}  // namespace vigil
