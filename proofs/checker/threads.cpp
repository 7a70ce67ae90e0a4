// Are the start and the end of a thread events of their own?
//
// sb;hb;sb, which is strong, orders a thread's work with that of its starter before the start and after the join. A
// checker that treats the first access of the new thread as its start, and the last as its end, has no sb around that
// hb. It then allows seq_cst operations to be reordered across.

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <tuple>

namespace vigil::conformance {
namespace {

using checker::CheckedAtomics;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kSeqCst = std::memory_order_seq_cst;

// Store buffering. One of the two sides is a thread and the threads that it starts or joins.
struct Buffering {
  CheckedAtomics::atomic<int> x{0};
  CheckedAtomics::atomic<int> y{0};
  int seen_y = 1, seen_x = 1;

  void other_side(std::memory_order store, std::memory_order load) {
    y.store(1, store);
    seen_x = x.load(load);
  }
};

template <std::memory_order Store, std::memory_order Load>
struct LoadsInAStartedThread : Buffering {
  static constexpr auto threads() { return std::tuple{&LoadsInAStartedThread::starter, &LoadsInAStartedThread::other}; }
  void starter() {
    x.store(1, Store);
    CheckedAtomics::thread started([this] { seen_y = y.load(Load); });
    started.join();
  }
  void other() { other_side(Store, Load); }
  void finish() { CheckedAtomics::require(seen_x + seen_y != 0, "both sides miss the other's store"); }
};

template <std::memory_order Store, std::memory_order Load>
struct StoresInAJoinedThread : Buffering {
  static constexpr auto threads() { return std::tuple{&StoresInAJoinedThread::joiner, &StoresInAJoinedThread::other}; }
  void joiner() {
    CheckedAtomics::thread started([this] { x.store(1, Store); });
    started.join();
    seen_y = y.load(Load);
  }
  void other() { other_side(Store, Load); }
  void finish() { CheckedAtomics::require(seen_x + seen_y != 0, "both sides miss the other's store"); }
};

// Both at once: one started thread stores, and another, started after the first was joined, loads.
template <std::memory_order Store, std::memory_order Load>
struct OneThreadAfterTheOther : Buffering {
  static constexpr auto threads() {
    return std::tuple{&OneThreadAfterTheOther::starter, &OneThreadAfterTheOther::other};
  }
  void starter() {
    CheckedAtomics::thread first([this] { x.store(1, Store); });
    first.join();
    CheckedAtomics::thread second([this] { seen_y = y.load(Load); });
    second.join();
  }
  void other() { other_side(Store, Load); }
  void finish() { CheckedAtomics::require(seen_x + seen_y != 0, "both sides miss the other's store"); }
};

template <class Model>
checker::Result result_of(checker::MemoryModel memory_model = checker::MemoryModel::cpp20) {
  checker::Options options;
  options.count_violations = true;
  options.memory_model = memory_model;
  return checker::check(checker::code_of<Model>(), options);
}

TEST(StartedThreads, ASeqCstStoreIsBeforeASeqCstLoadOfAThreadThatIsStartedThen) {
  const auto result = result_of<LoadsInAStartedThread<kSeqCst, kSeqCst>>();
  EXPECT_EQ(result.executions, 3U);
  EXPECT_EQ(result.violating, 0U);
}

TEST(StartedThreads, ASeqCstStoreIsBeforeASeqCstLoadAfterItsThreadWasJoined) {
  const auto result = result_of<StoresInAJoinedThread<kSeqCst, kSeqCst>>();
  EXPECT_EQ(result.executions, 3U);
  EXPECT_EQ(result.violating, 0U);
}

TEST(StartedThreads, ASeqCstStoreIsBeforeASeqCstLoadOfAThreadThatIsStartedAfterItsOwnWasJoined) {
  const auto result = result_of<OneThreadAfterTheOther<kSeqCst, kSeqCst>>();
  EXPECT_EQ(result.executions, 3U);
  EXPECT_EQ(result.violating, 0U);
}

TEST(StartedThreads, ReleaseAndAcquireAreNotOrderedByStartAndJoin) {
  EXPECT_EQ((result_of<LoadsInAStartedThread<kRelease, kAcquire>>().executions), 4U);
  EXPECT_EQ((result_of<LoadsInAStartedThread<kRelease, kAcquire>>().violating), 1U);
  EXPECT_EQ((result_of<StoresInAJoinedThread<kRelease, kAcquire>>().executions), 4U);
  EXPECT_EQ((result_of<StoresInAJoinedThread<kRelease, kAcquire>>().violating), 1U);
}

TEST(StartedThreads, TheOtherModelsAgree) {
  using checker::MemoryModel;
  EXPECT_EQ((result_of<OneThreadAfterTheOther<kSeqCst, kSeqCst>>(MemoryModel::rc11).executions), 3U);
  EXPECT_EQ((result_of<OneThreadAfterTheOther<kRelease, kAcquire>>(MemoryModel::rc11).executions), 4U);
  EXPECT_EQ((result_of<OneThreadAfterTheOther<kRelease, kAcquire>>(MemoryModel::sequential).executions), 3U);
}

// A started thread sees what its starter did before. The starter sees what the thread did, after the join.
struct Handover {
  static constexpr auto threads() { return std::tuple{&Handover::starter}; }

  CheckedAtomics::var<int> given{0};
  CheckedAtomics::var<int> returned{0};

  void starter() {
    given.set(20);
    CheckedAtomics::thread started([this] { returned.set(given.get() + 1); });
    started.join();
    CheckedAtomics::require(returned.get() == 21, "the thread returns the value that it was given");
  }
};

TEST(StartedThreads, StartAndJoinHandOverMemory) {
  const auto result = result_of<Handover>();
  EXPECT_FALSE(result.finding) << result.finding->what;
  EXPECT_EQ(result.executions, 1U);
}

// Which of the threads is started first depends on the execution.
struct NestedThreads {
  static constexpr auto threads() { return std::tuple{&NestedThreads::starter, &NestedThreads::starter}; }

  CheckedAtomics::atomic<unsigned> count{0};

  void starter() {
    CheckedAtomics::thread outer([this] {
      CheckedAtomics::thread inner([this] { count.fetch_add(1, kRelaxed); });
      inner.join();
    });
    outer.join();
  }
  void finish() { CheckedAtomics::require(count.load(kRelaxed) == 2, "both count"); }
};

TEST(StartedThreads, AThreadMayStartAnotherOne) {
  const auto result = result_of<NestedThreads>();
  EXPECT_FALSE(result.finding) << result.finding->what;
  EXPECT_EQ(result.executions, 2U);
  EXPECT_EQ(result.blocked, 0U);
}

// The first of two threads starts a third. That thread reports a violation if the second one started it.
struct WhoComesFirstStarts {
  static constexpr auto threads() {
    return std::tuple{&WhoComesFirstStarts::first, &WhoComesFirstStarts::second, &WhoComesFirstStarts::third};
  }

  CheckedAtomics::atomic<int> came{0};
  CheckedAtomics::atomic<int> x{0};

  void first() { come(false); }
  void second() { come(true); }
  void third() {
    for (const int value : {1, 2, 3}) x.store(value, kRelaxed);
  }
  void come(bool is_at_fault) {
    if (came.fetch_add(1, kRelaxed) != 0) return;
    CheckedAtomics::thread started([this, is_at_fault] {
      const int seen = x.load(kRelaxed);
      CheckedAtomics::require(!is_at_fault || seen != 2 || x.load(kRelaxed) != 3, "the second one came first");
    });
    started.join();
  }
};

TEST(StartedThreads, TheShortestTraceIsFoundWhicheverThreadIsTheStarter) {
  checker::Options options;
  const auto code = checker::code_of<WhoComesFirstStarts>();
  const auto result = checker::check(code, options);
  ASSERT_TRUE(result.finding);
  const auto shortest = checker::shortest(code, options, *result.finding, 1'000);
  const auto shown = checker::replay(code, options, shortest.choices);
  EXPECT_EQ(shown.violation, checker::Violation::requirement);
  EXPECT_EQ(shown.what, "the second one came first");
}

TEST(StartedThreads, ProcessesThatShareASearchMeanTheSameThreads) {
  checker::Options options;
  options.count_violations = true;
  const auto code = checker::code_of<WhoComesFirstStarts>();
  const auto due = checker::check(code, options);
  for (const unsigned jobs : {2U, 3U}) {
    options.jobs = jobs;
    const auto shared = checker::check(code, options);
    EXPECT_EQ(shared.executions, due.executions) << jobs;
    EXPECT_EQ(shared.violating, due.violating) << jobs;
  }
}

TEST(StartedThreads, ASampledFindingIsReplayedByItsChoices) {
  checker::Options options;
  const auto code = checker::code_of<WhoComesFirstStarts>();
  for (std::uint64_t seed = 1; seed != 20; ++seed) {
    const auto result = checker::sample(code, options, {10'000, seed});
    ASSERT_TRUE(result.finding) << seed;
    EXPECT_EQ(checker::replay(code, options, result.finding->choices).violation, checker::Violation::requirement);
  }
}

}  // namespace
}  // namespace vigil::conformance
