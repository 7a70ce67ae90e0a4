#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vigil::models {

// How many executions an earlier search of each model explored: what shards are balanced by. A program without any
// takes guesses.
class KnownCounts {
 public:
  // Declares counts. A line for each model: its name, its executions up to symmetry, those in all, and its blocked
  // ones. `lines` must have static storage duration, and may not be initialised yet: it is read when it is asked for.
  explicit KnownCounts(const std::string_view& lines);

  // Executions and blocked ones of a model, without alterations; nothing if none are declared.
  [[nodiscard]] static std::optional<std::uint64_t> of(std::string_view model);
};

}  // namespace vigil::models
