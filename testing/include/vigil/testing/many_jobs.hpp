#pragma once

#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeded_yields.hpp>
#include <vigil/testing/seeds.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace vigil::testing {

// Jobs `begin` … `end`-1, one of which is a leaf and more of which are two halves.
struct Range {
  std::size_t begin;
  std::size_t end;

  [[nodiscard]] std::size_t size() const { return end - begin; }
  [[nodiscard]] Range left() const { return {begin, begin + size() / 2}; }
  [[nodiscard]] Range right() const { return {begin + size() / 2, end}; }
  [[nodiscard]] bool has(std::size_t job) const { return begin <= job && job < end; }

  // The answer to question number `what` about this range: the same for a seed, whoever asks.
  [[nodiscard]] std::uint64_t number(std::uint64_t seed, std::uint64_t what) const {
    return Random(seed + 0x9e3779b97f4a7c15U * (begin * 4 + what) + end).next();
  }
};

// Runs `episode(seed)`, of `jobs_each` jobs, until many jobs have run: the environment variable VIGIL_STRESS_JOBS says
// how many, 20,000 without it; the test presets whose names begin with `soak` say ten million. VIGIL_STRESS_SEED and
// the jobs of one episode repeat one.
template <class Episode>
void repeat_for_many_jobs(std::size_t jobs_each, Episode episode) {
  const std::uint64_t jobs = wanted_number("VIGIL_STRESS_JOBS", 20'000);
  const std::uint64_t first = wanted_number("VIGIL_STRESS_SEED", 1);
  for (std::uint64_t seed = first; (seed - first) * jobs_each < jobs && !::testing::Test::HasFatalFailure(); ++seed) {
    announce_seed(seed);
    SeededYields::begin_round(seed, std::uint64_t{16} << seed % 6);
    episode(seed);
  }
}

}  // namespace vigil::testing
