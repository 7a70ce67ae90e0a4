#pragma once

#include <vigil/testing/duration.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace vigil::testing {

// The value of an environment variable, a whole number above 0; `otherwise` if it is not set.
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

// Prints the seed of a round before it begins, so that the seed is known if the round ends the program.
inline void announce_seed(std::uint64_t seed) {
  std::printf("[     seed ] %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
}

// As repeat_for_a_while, with a seed that determines all random choices of a round: 1, 2, 3 … The environment variable
// VIGIL_STRESS_SEED sets the first seed. The machine schedules the threads.
template <class Round>
void repeat_with_seeds(Round round) {
  const std::uint64_t first = wanted_number("VIGIL_STRESS_SEED", 1);
  repeat_for_a_while([&](unsigned number) {
    announce_seed(first + number);
    round(first + number);
  });
}

}  // namespace vigil::testing
