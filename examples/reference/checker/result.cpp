#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/result.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
struct ThreeAdders {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&ThreeAdders::add, &ThreeAdders::add, &ThreeAdders::add}; }

  Layer::atomic<int> count{0, "count"};

  void add() { count.fetch_add(1, std::memory_order_relaxed); }
};

TEST(ResultReference, SaysWhetherTheSearchWasComplete) {
  using namespace vigil::checker;
  const Result all = check(code_of<ThreeAdders>());
  EXPECT_TRUE(all.holds());
  EXPECT_EQ(all.executions, 6U);  // as many as there are orders of the three

  Options options;
  options.most_executions = 2;
  const Result some = check(code_of<ThreeAdders>(), options);
  EXPECT_FALSE(some.holds());
  EXPECT_EQ(name_of(some.stop), "executions");
  EXPECT_FALSE(some.finding.has_value());
}
//! [example]

}  // namespace
