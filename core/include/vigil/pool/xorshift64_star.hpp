#pragma once

#include <cstdint>

namespace vigil {

// Marsaglia's xorshift64 with Vigna's multiplier: which victim a thief tries first. For one thread.
class XorShift64Star {
 public:
  // A generator of its own for each `number`: seeds a golden ratio apart, none of them zero.
  constexpr explicit XorShift64Star(std::uint64_t number) noexcept : state_((number + 1) * kGoldenRatio) {}

  constexpr std::uint64_t next() noexcept {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dULL;
  }

  // A number below `limit`, which is at most 2^32, without a division (Lemire): a slight bias is of no consequence.
  constexpr std::uint64_t below(std::uint64_t limit) noexcept { return ((next() >> 32) * limit) >> 32; }

 private:
  static constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ULL;

  std::uint64_t state_;
};

}  // namespace vigil
