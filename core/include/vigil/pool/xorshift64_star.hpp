#pragma once

#include <cstdint>

namespace vigil {

/// The generator that chooses which victim a thief tries first. For one thread.
///
/// \snippet pool/xorshift64_star.cpp example
/// \source Marsaglia's xorshift64 with Vigna's multiplier; Lemire's multiplication in place of a division.
class XorShift64Star {
 public:
  /// A generator of its own for each `number`: the seeds are a golden ratio apart, and none of them is zero.
  constexpr explicit XorShift64Star(std::uint64_t number) noexcept : state_((number + 1) * kGoldenRatio) {}

  /// The next number of the sequence.
  constexpr std::uint64_t next() noexcept {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dULL;
  }

  /// The next number, scaled to the range below `limit`, with a slight bias.
  ///
  /// \pre `limit` is at most 2^32.
  constexpr std::uint64_t below(std::uint64_t limit) noexcept { return ((next() >> 32) * limit) >> 32; }

 private:
  static constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ULL;

  std::uint64_t state_;
};

}  // namespace vigil
