#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
// Two threads add 1. A thread that loads and then stores may lose what the other one adds in between.
struct LostIncrement {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&LostIncrement::add, &LostIncrement::add}; }

  Layer::atomic<int> count{0, "count"};

  void add() { count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  void finish() { Layer::require(count.load(std::memory_order_relaxed) == 2, "both threads are counted"); }
};

TEST(CheckReference, FindsAViolationThatCanBeReplayed) {
  using namespace vigil::checker;
  const ModelCode code = code_of<LostIncrement>();
  EXPECT_LT(estimate(code, {}).executions, 10) << "a search that would take too long is known beforehand";
  const Result result = check(code);
  ASSERT_TRUE(result.finding.has_value());
  EXPECT_EQ(result.finding->violation, Violation::requirement);

  const Finding best = shortest(code, {}, *result.finding, 0);
  const RecordedExecution again = replay(code, {}, best.choices);
  EXPECT_EQ(again.what, "both threads are counted");
}
//! [example]

}  // namespace
