// Executions that an assumption excludes.

#include <vigil/checker.hpp>

#include <tuple>

#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;

constexpr auto relaxed = std::memory_order_relaxed;

struct Assumes {
  static constexpr auto threads() { return std::tuple{&Assumes::read, &Assumes::write}; }
  Layer::atomic<int> value{0};
  void read() {
    const int found = value.load(relaxed);
    Layer::assume(found == 1);
    Layer::require(found == 1, "no other value is assumed");
  }
  void write() { value.store(1, relaxed); }
};
// The thread that reads comes first: the execution that it ends has to go on until the other one has written.
TEST(Assume, ExcludesAnExecutionButNotWhatOthersDoInIt) {
  const auto verdict = run<Assumes>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 1U);
  EXPECT_EQ(verdict.result.blocked, 1U);
}

struct AssumesNothing : Assumes {
  static constexpr auto threads() { return std::tuple{&AssumesNothing::wait_for_it, &AssumesNothing::assume}; }
  void wait_for_it() {
    (void)value.spin_until([](int found) { return found == 1; }, relaxed);
  }
  void assume() {
    Layer::assume(value.load(relaxed) == 2);
    value.store(1, relaxed);
  }
};
TEST(Assume, LeavesNoThreadWaitingForever) {
  const auto verdict = run<AssumesNothing>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 0U);
}

struct AssumesAtTheEnd {
  static constexpr auto threads() { return std::tuple{&AssumesAtTheEnd::write, &AssumesAtTheEnd::write}; }
  Layer::atomic<int> value{0}, second{0};
  void write() {
    if (value.fetch_add(1, relaxed) == 1) second.store(Layer::choose(2) == 0 ? 1 : 2, relaxed);
  }
  void finish() {
    Layer::assume(second.load(relaxed) == 1);
    Layer::require(second.load(relaxed) == 1, "no other value is assumed");
  }
};
TEST(Assume, MayBeSaidOfTheEnd) {
  const auto verdict = run<AssumesAtTheEnd>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 2U);
  EXPECT_EQ(verdict.result.blocked, 2U);
}

}  // namespace
}  // namespace vigil::checker
