#include <vigil/checker.hpp>

#include <tuple>

#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
constexpr auto kRelaxed = std::memory_order_relaxed;

// The invariant holds at the beginning and at the end, but not between them.
struct ReadsAnAtomic {
  static constexpr auto threads() { return std::tuple{&ReadsAnAtomic::work}; }
  Layer::atomic<int> count{0};
  void work() {
    count.store(1, kRelaxed);
    count.store(0, kRelaxed);
  }
  void invariant() const { Layer::require(count.load(kRelaxed) == 0, "the count stays 0"); }
};

struct ReadsAVar {
  static constexpr auto threads() { return std::tuple{&ReadsAVar::work}; }
  Layer::atomic<int> steps{0};
  Layer::var<int> count{0};
  void work() {
    count.set(1);
    steps.store(1, kRelaxed);
    count.set(0);
  }
  void invariant() const { Layer::require(count.get() == 0, "the count stays 0"); }
};

TEST(Invariant, SeesEveryMomentOfAnAtomic) {
  const auto result = check(code_of<ReadsAnAtomic>());
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->what, "the count stays 0");
}

TEST(Invariant, IsRefusedTheValueThatAVarHasAtTheEnd) {
  const auto result = check(code_of<ReadsAVar>());
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->what, "the invariant reads a var, whose value is that of the end");
}

}  // namespace
}  // namespace vigil::checker
