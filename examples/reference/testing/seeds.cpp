#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeds.hpp>

#include <gtest/gtest.h>

#include <cstdint>

//! [example]
TEST(SeedsReference, NumberTheRounds) {
  using namespace vigil::testing;
  std::uint64_t last = 0;
  repeat_with_seeds([&](std::uint64_t seed) {
    Random random(seed);  // all random choices of the round
    EXPECT_LT(random.below(100), 100U);
    last = seed;
  });
  EXPECT_GE(last, wanted_number("VIGIL_STRESS_SEED", 1));

  std::uint64_t jobs = 0;
  repeat_for_many_jobs(
      10'000, [&](std::uint64_t) { jobs += 10'000; }, [] { return false; });
  EXPECT_GE(jobs, wanted_number("VIGIL_STRESS_JOBS", 20'000));
}
//! [example]
