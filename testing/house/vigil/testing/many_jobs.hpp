#pragma once

#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeded_yields.hpp>
#include <vigil/testing/seeds.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace vigil::testing {

// Jobs `begin` … `end`-1. A single job is a leaf; more jobs are divided into two halves.
struct Range {
  std::size_t begin;
  std::size_t end;

  [[nodiscard]] std::size_t size() const { return end - begin; }
  [[nodiscard]] Range left() const { return {begin, begin + size() / 2}; }
  [[nodiscard]] Range right() const { return {begin + size() / 2, end}; }
  [[nodiscard]] bool has(std::size_t job) const { return begin <= job && job < end; }

  // The random number `what` of this range. It depends only on the seed and the range, not on the thread.
  [[nodiscard]] std::uint64_t number(std::uint64_t seed, std::uint64_t what) const {
    return Random(seed + 0x9e3779b97f4a7c15U * (begin * 4 + what) + end).next();
  }
};

// As the installed repeat_for_many_jobs, until a test fails. The test presets whose names begin with `soak` set
// VIGIL_STRESS_JOBS to ten million. To repeat one episode, set VIGIL_STRESS_SEED to its seed and VIGIL_STRESS_JOBS to
// its number of jobs.
template <class Episode>
void repeat_for_many_jobs(std::size_t jobs_each, Episode episode) {
  const auto yielding = [&](std::uint64_t seed) {
    SeededYields::begin_round(seed, std::uint64_t{16} << seed % 6);
    episode(seed);
  };
  repeat_for_many_jobs(jobs_each, yielding, [] { return ::testing::Test::HasFatalFailure(); });
}

}  // namespace vigil::testing
