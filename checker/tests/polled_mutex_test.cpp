// A loop that unlocks a mutex and locks it again, to let others have it.

#include <vigil/checker.hpp>

#include <tuple>

#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;

template <bool kIsSet>
struct LetsOthersIn {
  static constexpr auto threads() { return std::tuple{&LetsOthersIn::poll, &LetsOthersIn::set}; }
  Layer::mutex mutex;
  Layer::atomic<bool> ready{false};
  void poll() {
    mutex.lock();
    while (!ready.load(std::memory_order_relaxed)) {
      mutex.unlock();
      mutex.lock();
    }
    mutex.unlock();
  }
  void set() {
    mutex.lock();
    if (kIsSet) ready.store(true, std::memory_order_relaxed);
    mutex.unlock();
  }
};
// The loop waits where it has looked, with the mutex locked.
TEST(PolledMutex, IsFreeForAThreadThatWaitsForIt) {
  const auto verdict = run<LetsOthersIn<true>>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_NE(verdict.result.executions, 0U);
}
TEST(PolledMutex, IsPolledForeverIfNothingChanges) {
  const auto verdict = run<LetsOthersIn<false>>();
  ASSERT_TRUE(verdict.result.finding.has_value()) << text(verdict);
  EXPECT_EQ(verdict.result.finding->violation, Violation::livelock);
}

// A thread that ends with the mutex locked.
struct KeepsIt : LetsOthersIn<true> {
  static constexpr auto threads() { return std::tuple{&KeepsIt::keep, &KeepsIt::set}; }
  void keep() { mutex.lock(); }
};
TEST(PolledMutex, ThatIsNotUnlockedIsADeadlock) {
  Options options;
  options.count_violations = true;
  const auto verdict = run<KeepsIt>(options);
  ASSERT_TRUE(verdict.result.finding.has_value()) << text(verdict);
  EXPECT_EQ(verdict.result.cut_short, 1U) << text(verdict);
}

}  // namespace
}  // namespace vigil::checker
