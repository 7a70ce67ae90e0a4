#pragma once

#include "faults.hpp"
#include "round.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vigil::soak {

enum ExitStatus : int {
  kDone = 0,
  kFound = 1,
  kRefused = 2,
  kStopped = 3,
  kNotWritten = 4,
};

struct Options {
  std::string state;  // empty: none is kept
  std::optional<std::uint64_t> seed;
  std::vector<std::string> parts;
  FaultSet faults = FaultSet().set();
  std::uint64_t jobs_total = 0;  // 0: no such end
  double seconds = 0;            // 0: no such end
  std::chrono::seconds stall{60};
  Plant plant = Plant::none;
  std::string replay_part;  // empty: no replay
  std::uint64_t replay_seed = 0;
  std::string fault_arguments;  // as they were given, for the command that replays
};

// Runs rounds until an end is reached. Each part gets the same time.
[[nodiscard]] int soak(const Options& options);
// Runs one round.
[[nodiscard]] int replay(const Options& options);

}  // namespace vigil::soak
