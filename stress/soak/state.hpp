#pragma once

#include "faults.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::soak {

// What has been done to a part.
struct PartState {
  std::uint64_t rounds = 0;
  std::uint64_t jobs = 0;
  double seconds = 0;
  FaultCounts faults{};
  std::uint64_t last_seed = 0;
  std::uint64_t begun = 0;  // also the rounds that found something
};

// What a round found.
struct Finding {
  std::string part;
  std::uint64_t round = 0;
  std::uint64_t seed = 0;
  std::string what;
};

struct State {
  std::uint64_t seed = 1;
  std::map<std::string, PartState> parts;
  std::vector<Finding> findings;

  [[nodiscard]] PartState total() const;
};

// Why a file is not taken as a state, and why a state was not written.
struct NoState : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct NotWritten : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Nothing if there is no such file. Throws NoState if it holds anything but a state of this program.
[[nodiscard]] std::optional<State> read_state(const std::string& file);
// Replaces the file in one step: a program that is killed meanwhile leaves the state before. Throws NotWritten.
void write_state(const std::string& file, const State& state);

// A row for each part, in Markdown.
void print_table(std::ostream& out, const State& state);

}  // namespace vigil::soak
