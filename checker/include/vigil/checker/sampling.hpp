#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vigil::checker {

/// How executions are drawn at random.
enum class Sampling {
  uniform,     ///< Every choice with the same probability.
  priorities,  ///< Threads by random priorities that change a few times (PCT); mostly fresh values.
};
/// All of them.
inline constexpr std::array kSamplings{Sampling::uniform, Sampling::priorities};

/// The name of a way to sample: "uniform", "pct".
[[nodiscard]] std::string_view name_of(Sampling sampling);
/// The way to sample that has this name; nothing if none has.
[[nodiscard]] std::optional<Sampling> sampling_named(std::string_view name);

/// How many executions are drawn at random, and which, where there are too many to explore them all.
///
/// \snippet checker/sampling.cpp example
struct Sample {
  /// How many are drawn.
  std::uint64_t count = 0;
  /// The seed of the first one; each next one has the next number. draw() draws the same execution for the same seed.
  std::uint64_t seed = 1;
  /// How they are drawn.
  Sampling sampling = Sampling::uniform;

  /// Compares the values.
  friend bool operator==(const Sample&, const Sample&) = default;
};

}  // namespace vigil::checker
