// How large a search is said to be, before it and while it goes on.

#include <vigil/checker.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;

constexpr auto kRelaxed = std::memory_order_relaxed;

struct Alone {
  static constexpr auto threads() { return std::tuple{&Alone::thread}; }
  Layer::atomic<int> x{0};
  void thread() { x.store(1, kRelaxed); }
};

// (3 kEach)! / kEach!^3 executions.
template <int kEach>
struct Adders {
  static constexpr auto threads() { return std::tuple{&Adders::add, &Adders::add, &Adders::add}; }
  Layer::atomic<int> sum{0};
  void add() {
    for (int i = 0; i != kEach; ++i) sum.fetch_add(1, kRelaxed);
  }
};

template <int kEach>
struct WritesAndReads {
  static constexpr auto threads() { return std::tuple{&WritesAndReads::first, &WritesAndReads::second}; }
  Layer::atomic<int> x{0}, y{0};
  void first() { run(x, y); }
  void second() { run(y, x); }

 private:
  static void run(Layer::atomic<int>& written, Layer::atomic<int>& read) {
    for (int i = 1; i <= kEach; ++i) {
      written.store(i, kRelaxed);
      static_cast<void>(read.load(kRelaxed));
    }
  }
};

// 12! / 3!^4 executions.
struct Lockers {
  static constexpr auto threads() { return std::tuple{&Lockers::lock, &Lockers::lock, &Lockers::lock, &Lockers::lock}; }
  Layer::mutex mutex{"mutex"};
  void lock() {
    for (int i = 0; i != 3; ++i) {
      mutex.lock();
      mutex.unlock();
    }
  }
};

// A loop that retries: most of its executions are blocked.
struct Retries {
  static constexpr auto threads() { return std::tuple{&Retries::retry, &Retries::retry, &Retries::retry}; }
  Layer::atomic<int> x{0};
  void retry() {
    for (int i = 0; i != 3; ++i)
      Layer::retry([this] {
        int seen = x.load(kRelaxed);
        return x.compare_exchange_strong(seen, seen + 1, kRelaxed, kRelaxed);
      });
  }
};

template <class Model>
void expect_near(double executions) {
  constexpr double kFifth = 0.2;
  for (std::uint64_t seed = 1; seed != 4; ++seed) {
    const Estimate estimated = estimate(code_of<Model>(), {}, 100'000, seed);
    EXPECT_NEAR(estimated.executions / executions, 1, kFifth) << "seed " << seed;
  }
}

TEST(Estimate, OfOneExecutionIsOne) {
  const Estimate estimated = estimate(code_of<Alone>(), {});
  EXPECT_EQ(estimated.executions, 1);
  EXPECT_EQ(estimated.blocked, 0);
}

TEST(Estimate, IsWithinAFifthOfTenThousandToTenMillionExecutions) {
  expect_near<Adders<4>>(34'650);
  expect_near<WritesAndReads<5>>(49'104);
  expect_near<Lockers>(369'600);
  expect_near<Adders<5>>(756'756);
  expect_near<WritesAndReads<7>>(7'770'620);
}

// Each run begins with a new model.
template <class Model>
struct Counted : Model {
  static inline std::uint64_t runs = 0;
  Counted() { ++runs; }
};

template <class Model>
void expect_few_runs() {
  constexpr std::uint64_t kMostRuns = 2'000;
  Counted<Model>::runs = 0;
  static_cast<void>(estimate(code_of<Counted<Model>>(), {}, kMostRuns, 1));
  EXPECT_GT(Counted<Model>::runs, kMostRuns / 4);
  EXPECT_LE(Counted<Model>::runs, 3 * kMostRuns);
}

// Whatever is estimated, and however well.
TEST(Estimate, TakesAboutAsManyRunsAsItMay) {
  expect_few_runs<Adders<5>>();
  expect_few_runs<WritesAndReads<7>>();
  expect_few_runs<Retries>();
}

TEST(Estimate, TellsBlockedExecutionsFromOthers) {
  const Result result = check(code_of<Retries>());
  const Estimate estimated = estimate(code_of<Retries>(), {});
  constexpr double kTenth = 0.1;
  EXPECT_NEAR(estimated.executions / static_cast<double>(result.executions), 1, kTenth);
  EXPECT_NEAR(estimated.blocked / static_cast<double>(result.blocked), 1, kTenth);
}

TEST(Estimate, IsUpToSymmetryIfTheSearchIs) {
  constexpr double kExchanges = 6;
  constexpr double kTenth = 0.1;
  Options options;
  options.symmetry = true;
  const Estimate estimated = estimate(code_of<Adders<4>>(), options);
  EXPECT_NEAR(estimated.executions * kExchanges / 34'650, 1, kTenth);
}

TEST(Estimate, IsNothingAfterTheDeadline) {
  Options options;
  options.deadline = std::chrono::steady_clock::now();
  const Estimate estimated = estimate(code_of<Adders<4>>(), options);
  EXPECT_EQ(estimated.executions, 0);
}

// The share that is said to be done beside the share that is.
void expect_right_share(unsigned jobs) {
  constexpr double kAll = 756'756;
  constexpr double kThird = 1.0 / 3;
  std::vector<SearchProgress> seen;
  Options options;
  options.jobs = jobs;
  options.on_progress = [&](const SearchProgress& progress) {
    seen.push_back(progress);
    return true;
  };
  ASSERT_EQ(check(code_of<Adders<5>>(), options).executions, kAll);
  std::erase_if(seen, [](const SearchProgress& progress) { return progress.share_done == 0; });
  ASSERT_FALSE(seen.empty()) << "a search of this size is long enough for an estimate";
  for (const SearchProgress& progress : seen) {
    EXPECT_LT(progress.share_done, 1);
    const double share = static_cast<double>(progress.executions) / kAll;
    EXPECT_NEAR(progress.share_done, share, kThird * share) << progress.executions;
  }
}

TEST(Estimate, SaysHowMuchOfASearchIsDone) { expect_right_share(1); }
TEST(Estimate, SaysHowMuchOfASharedSearchIsDone) { expect_right_share(2); }

}  // namespace
}  // namespace vigil::checker
