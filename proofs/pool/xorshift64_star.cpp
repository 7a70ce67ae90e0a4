// Is the generator the published one, and does it choose every victim?

#include <vigil/pool/xorshift64_star.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdint>

namespace vigil {
namespace {

// Marsaglia's three shifts and Vigna's multiplier, written out once more.
std::uint64_t reference(std::uint64_t& state) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717ULL;
}

TEST(XorShift64Star, IsThePublishedSequence) {
  for (std::uint64_t number = 0; number != 10; ++number) {
    XorShift64Star random(number);
    std::uint64_t state = (number + 1) * 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i != 100; ++i) EXPECT_EQ(random.next(), reference(state));
  }
}

TEST(XorShift64Star, StaysBelowItsLimit) {
  EXPECT_TRUE(rc::check([](std::uint16_t number, std::uint16_t limit) {
    XorShift64Star random(number);
    for (int i = 0; i != 100; ++i) RC_ASSERT(random.below(limit + 1U) <= limit);
  }));
}

TEST(XorShift64Star, ChoosesEveryVictimAboutAsOften) {
  constexpr std::uint64_t kVictims = 7;
  constexpr int kThrows = 70'000;
  std::array<int, kVictims> chosen{};
  XorShift64Star random(0);
  for (int i = 0; i != kThrows; ++i) ++chosen[random.below(kVictims)];
  for (const int count : chosen) EXPECT_NEAR(count, 10'000, 600);
}

}  // namespace
}  // namespace vigil
