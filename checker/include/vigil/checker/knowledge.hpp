#pragma once

#include <array>
#include <cstdint>

namespace vigil::checker {

// What a thread of a model knows between two of its steps: which steps happen before the next one. Of each thread it is
// a beginning, so a number says it.
//
// For checks that need to know the order of calls, as those of histories do. Asking is no step, and the model must not
// let its steps depend on the answer.
struct Knowledge {
  static constexpr unsigned kThreads = 8;
  static constexpr unsigned kOutside = kThreads;  // setup and finish, which nothing runs beside

  unsigned thread = kOutside;                   // whose it is
  std::array<std::uint32_t, kThreads> steps{};  // that happen before, of each thread; nothing if it is outside
};

}  // namespace vigil::checker
