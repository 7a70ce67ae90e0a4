#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vigil::checker {

// How executions are drawn at random.
enum class Sampling {
  uniform,     // every choice with the same probability
  priorities,  // threads by random priorities that change a few times (PCT); mostly fresh values
};
inline constexpr std::array kSamplings{Sampling::uniform, Sampling::priorities};

// "uniform", "pct".
[[nodiscard]] std::string_view name_of(Sampling sampling);
[[nodiscard]] std::optional<Sampling> sampling_named(std::string_view name);

// Executions drawn at random, where there are too many to see them all.
struct Sample {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  Sampling sampling = Sampling::uniform;

  friend bool operator==(const Sample&, const Sample&) = default;
};

}  // namespace vigil::checker
