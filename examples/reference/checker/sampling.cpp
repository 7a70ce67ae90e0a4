#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/run.hpp>
#include <vigil/checker/sampling.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
// Four threads that draw many numbers each have too many executions to explore them all.
struct ManyDraws {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() {
    return std::tuple{&ManyDraws::draw, &ManyDraws::draw, &ManyDraws::draw, &ManyDraws::draw};
  }

  Layer::atomic<int> next{0, "next"};

  void draw() {
    for (int i = 0; i != 5; ++i) next.fetch_add(1, std::memory_order_relaxed);
  }
  void finish() { Layer::require(next.load(std::memory_order_relaxed) == 20, "each number is drawn once"); }
};

TEST(SamplingReference, DrawsExecutionsAtRandom) {
  using namespace vigil::checker;
  const Sample sample{.count = 100, .seed = 7, .sampling = Sampling::priorities};
  const Verdict verdict = run(subject<ManyDraws>(), sample);
  EXPECT_EQ(verdict.result.executions, 100U);
  EXPECT_FALSE(verdict.result.finding.has_value());
  EXPECT_FALSE(verdict.holds());  // a sample shows nothing of the executions that were not drawn
  EXPECT_EQ(verdict.exit_status(), 0);
}
//! [example]

}  // namespace
