#pragma once

#include <cstdint>

namespace vigil::checker {

// Words that differ from run to run: their upper half is `first` or one of the values after it. Only the upper half of
// such a word counts.
struct RunDependentWords {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  [[nodiscard]] std::uint64_t essence(std::uint64_t word) const {
    const std::uint32_t kind = static_cast<std::uint32_t>(word >> 32U) - first;
    return kind < count ? kind : word;
  }
};

}  // namespace vigil::checker
