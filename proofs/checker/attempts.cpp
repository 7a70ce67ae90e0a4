// Attempts at the edges of an execution: before its threads run, after an attempt without an event, before a crash.

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <tuple>

namespace vigil::conformance {
namespace {

using checker::check;
using checker::CheckedAtomics;
using checker::code_of;
using checker::Options;
using checker::Result;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

// After a wait the search tracks writes to static data, and the dynamic linker writes there too.
struct CrashesAfterAWait {
  static constexpr auto threads() { return std::tuple{&CrashesAfterAWait::wait, &CrashesAfterAWait::set}; }

  CheckedAtomics::atomic<int> word{0};
  volatile bool goes_astray = true;

  void wait() {
    while (word.load(kAcquire) == 0) CheckedAtomics::relax();
    const auto wild = std::uintptr_t{16};
    if (goes_astray) *reinterpret_cast<volatile int*>(wild) = 1;
  }
  void set() { word.store(1, kRelease); }
};

TEST(Attempts, MayEndInACrashAfterAWait) {
  Options options;
  options.count_violations = true;
  const Result result = check(code_of<CrashesAfterAWait>(), options);
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->violation, checker::Violation::crash);
}

// The first attempt has no event and ends where the waiting attempt begins. Their callers have the same frame.
struct WaitsAfterAnAttempt {
  static constexpr auto threads() { return std::tuple{&WaitsAfterAnAttempt::wait, &WaitsAfterAnAttempt::set}; }

  CheckedAtomics::atomic<int> word{0};

  void wait() {
    CheckedAtomics::retry([] { return true; });
    CheckedAtomics::retry([this] { return word.load(kAcquire) != 0; });
  }
  void set() { word.store(1, kRelease); }
};

TEST(Attempts, AreComparedWithThemselves) {
  const Result result = check(code_of<WaitsAfterAnAttempt>(), Options());
  EXPECT_TRUE(result.holds());
  EXPECT_EQ(result.executions, 1U);
}

// No other thread runs during a constructor, but an attempt can do a part of the work.
struct CountsBeforeTheThreads {
  static constexpr auto threads() { return std::tuple{&CountsBeforeTheThreads::check}; }

  int attempts = 0;

  CountsBeforeTheThreads() {
    CheckedAtomics::retry([this] { return ++attempts == 3; });
  }
  void check() { CheckedAtomics::require(attempts == 3, "the third attempt succeeds"); }
};
struct WaitsBeforeTheThreads {
  static constexpr auto threads() { return std::tuple{&WaitsBeforeTheThreads::check}; }

  CheckedAtomics::atomic<int> word{0};

  WaitsBeforeTheThreads() {
    CheckedAtomics::retry([this] { return word.load(kRelaxed) != 0; });
  }
  void check() {}
};

TEST(Attempts, BeforeTheThreadsAreLoops) {
  EXPECT_EQ(check(code_of<CountsBeforeTheThreads>(), Options()).executions, 1U);
  const Result result = check(code_of<WaitsBeforeTheThreads>(), Options());
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->violation, checker::Violation::deadlock);
}

}  // namespace
}  // namespace vigil::conformance
