#pragma once

#include <array>
#include <cstdint>

namespace vigil::checker {

/// What a thread of a model knows between two of its steps: which steps happen before the next one.
///
/// It knows the first steps of each thread up to some step, so a number says which. For checks that need to know the
/// order of calls, as those of histories do. Asking for it, by CheckedAtomics::record_knowledge(), is no step, and the
/// model must not let its steps depend on the answer.
///
/// \snippet checker/knowledge.cpp example
struct Knowledge {
  /// The most threads that a model may have, with those that threads start.
  static constexpr unsigned kThreads = 14;
  /// In place of a thread: setup and finish, which nothing runs beside.
  static constexpr unsigned kOutside = kThreads;

  /// The thread that knows it.
  unsigned thread = kOutside;
  /// Of each thread, the number of its steps that happen before. All 0 if `thread` is \ref kOutside.
  std::array<std::uint32_t, kThreads> steps{};
};

}  // namespace vigil::checker
