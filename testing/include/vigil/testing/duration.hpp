#pragma once

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace vigil::testing {

/// How long one stress test repeats its rounds: the environment variable `VIGIL_STRESS_SECONDS`, 0.2 s by default. A
/// soak is the same program with a larger number.
///
/// \threads Any thread, while none changes the environment.
/// \throws std::invalid_argument if the variable is set to anything but a number above 0.
inline std::chrono::duration<double> wanted_duration() {
  constexpr std::chrono::duration<double> kDefault(0.2);
  const char* const text = std::getenv("VIGIL_STRESS_SECONDS");
  if (text == nullptr || *text == '\0') return kDefault;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end != '\0' || !(seconds > 0)) {
    throw std::invalid_argument("VIGIL_STRESS_SECONDS: expected a number above 0, got '" + std::string(text) + "'");
  }
  return std::chrono::duration<double>(seconds);
}

/// Runs `round(number)` for 0, 1, 2 … until the wanted time is over, at least once.
///
/// On a busy machine the threads of a round may not have met by then. So it goes on until `is_enough()`, for half a
/// minute at most.
///
/// \snippet testing/duration.cpp example
/// \throws std::invalid_argument as wanted_duration(); and what `round` throws, which ends the repetition.
template <class Round, class Enough>
void repeat_for_a_while(Round round, Enough is_enough) {
  constexpr std::chrono::seconds kMost(30);
  const auto end = std::chrono::steady_clock::now() + wanted_duration();
  unsigned number = 0;
  auto now = end;
  do {
    round(number++);
    now = std::chrono::steady_clock::now();
  } while (now < end || (now < end + kMost && !is_enough()));
}
/// The same, where any number of rounds is enough.
template <class Round>
void repeat_for_a_while(Round round) {
  repeat_for_a_while(round, [] { return true; });
}

}  // namespace vigil::testing
