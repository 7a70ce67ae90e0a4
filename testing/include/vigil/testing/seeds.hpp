#pragma once

#include <vigil/testing/duration.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace vigil::testing {

// What an environment variable says, a whole number above 0; `otherwise` without it.
inline std::uint64_t wanted_number(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return otherwise;
  char* end = nullptr;
  const unsigned long long number = std::strtoull(text, &end, 10);
  if (*end != '\0' || number == 0) {
    throw std::invalid_argument(std::string(variable) + ": due a whole number above 0, seen '" + text + "'");
  }
  return number;
}

// Says which seed a round has before it begins, so that it is known of a round that ends the program.
inline void announce_seed(std::uint64_t seed) {
  std::printf("[     seed ] %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
}

// As repeat_for_a_while, with a seed that is all that a round's choices come from: 1, 2, 3 … With the environment
// variable VIGIL_STRESS_SEED the first is another one. The schedule of the threads is the machine's.
template <class Round>
void repeat_with_seeds(Round round) {
  const std::uint64_t first = wanted_number("VIGIL_STRESS_SEED", 1);
  repeat_for_a_while([&](unsigned number) {
    announce_seed(first + number);
    round(first + number);
  });
}

}  // namespace vigil::testing
