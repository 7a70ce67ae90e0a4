#pragma once

#include <vigil/testing/duration.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace vigil::testing {

/// The value of an environment variable, a whole number above 0; `otherwise` if it is not set.
///
/// \throws std::invalid_argument if it is set to anything else.
inline std::uint64_t wanted_number(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return otherwise;
  char* end = nullptr;
  const unsigned long long number = std::strtoull(text, &end, 10);
  if (*end != '\0' || number == 0) {
    throw std::invalid_argument(std::string(variable) + ": expected a whole number above 0, got '" + text + "'");
  }
  return number;
}

/// Prints the seed of a round before it begins, so that the seed is known if the round ends the program.
inline void announce_seed(std::uint64_t seed) {
  std::printf("[     seed ] %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
}

/// As repeat_for_a_while, with a seed that determines all random choices of a round: 1, 2, 3 … The environment variable
/// `VIGIL_STRESS_SEED` sets the first seed: set it to a seed that was printed, to repeat that round. The machine
/// schedules the threads, so the same seed need not fail again.
///
/// \snippet testing/seeds.cpp example
/// \throws std::invalid_argument if a variable has no such value; and what `round` throws.
template <class Round>
void repeat_with_seeds(Round round) {
  const std::uint64_t first = wanted_number("VIGIL_STRESS_SEED", 1);
  repeat_for_a_while([&](unsigned number) {
    announce_seed(first + number);
    round(first + number);
  });
}

/// Runs `episode(seed)`, of `jobs_each` jobs, for seeds from `VIGIL_STRESS_SEED` on, until many jobs have run or
/// `has_failed()`. The environment variable `VIGIL_STRESS_JOBS` sets how many; the default is 20,000.
///
/// \throws std::invalid_argument if a variable has no such value; and what `episode` throws.
template <class Episode, class HasFailed>
void repeat_for_many_jobs(std::uint64_t jobs_each, Episode episode, HasFailed has_failed) {
  const std::uint64_t jobs = wanted_number("VIGIL_STRESS_JOBS", 20'000);
  const std::uint64_t first = wanted_number("VIGIL_STRESS_SEED", 1);
  for (std::uint64_t seed = first; (seed - first) * jobs_each < jobs && !has_failed(); ++seed) {
    announce_seed(seed);
    episode(seed);
  }
}

}  // namespace vigil::testing
