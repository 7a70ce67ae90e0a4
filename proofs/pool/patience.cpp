// How long does a worker that finds no work yield, after searches that slept and searches that did not?

#include <vigil/pool/patience.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <vector>

namespace vigil {
namespace {

using detail::Patience;

// How a search goes.
enum class Search { finds_at_once, yields, sleeps, yields_and_sleeps };

unsigned search(Patience& patience, Search how) {
  const unsigned halvings = patience.begin();
  if (how == Search::sleeps || how == Search::yields_and_sleeps) patience.sleeps();
  patience.end(how == Search::yields || how == Search::yields_and_sleeps);
  return halvings;
}

TEST(Patience, IsHalvedByEachSearchThatSleepsDownToOneRound) {
  Patience patience;
  std::vector<unsigned> halvings;
  for (int i = 0; i != 8; ++i) halvings.push_back(search(patience, Search::yields_and_sleeps));
  EXPECT_EQ(halvings, (std::vector<unsigned>{0, 1, 2, 3, 4, 5, 5, 5}));
}

TEST(Patience, IsFullAgainAfterASearchThatOnlyYielded) {
  Patience patience;
  for (int i = 0; i != 3; ++i) search(patience, Search::sleeps);
  EXPECT_EQ(search(patience, Search::yields), 3U);
  EXPECT_EQ(search(patience, Search::finds_at_once), 0U);
}

TEST(Patience, IsFullInOneSearchOfSixteen) {
  Patience patience;
  for (int i = 0; i != 15; ++i) search(patience, Search::sleeps);
  for (int round = 0; round != 3; ++round) {
    EXPECT_EQ(search(patience, Search::sleeps), 0U);
    for (int i = 0; i != 15; ++i) EXPECT_EQ(search(patience, Search::sleeps), 5U);
  }
}

// Beside a list of how all searches went.
TEST(Patience, DependsOnTheLastSearchesThatWaited) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& choices) {
    Patience patience;
    unsigned slept_in_a_row = 0;
    for (std::size_t i = 0; i != choices.size(); ++i) {
      const auto how = static_cast<Search>(choices[i] % 4);
      const bool is_full = (i + 1) % Patience::kSearchesEach == 0;
      RC_ASSERT(search(patience, how) == (is_full ? 0 : std::min(slept_in_a_row, Patience::kMostHalvings)));
      if (how == Search::yields) slept_in_a_row = 0;
      if (how == Search::sleeps || how == Search::yields_and_sleeps) ++slept_in_a_row;
    }
  }));
}

// Calls that come one by one, each after the worker has fallen asleep, leave it little patience.
class Yields : public PoolObserver {
 public:
  void becomes(std::size_t, Activity activity) noexcept override {
    if (activity == Activity::sleeping) asleep.store(true, std::memory_order_release);
  }
  std::atomic<bool> asleep{false};
};

struct CountingAtomics : StdAtomics {
  static inline std::atomic<int> yields{0};
  static void yield() {
    if (is_worker) yields.fetch_add(1, std::memory_order_relaxed);
    StdAtomics::yield();
  }
  static inline thread_local bool is_worker = false;
};

TEST(Patience, LetsAWorkerYieldLessBetweenLoneJobs) {
  Yields observer;
  BasicThreadPool<PoolParts<CountingAtomics>> pool(
      {.workers = 1,
       .at_thread_start = [](std::size_t) noexcept { CountingAtomics::is_worker = true; },
       .observer = &observer});
  std::vector<int> yields;
  for (int i = 0; i != 7; ++i) {
    while (!observer.asleep.load(std::memory_order_acquire)) std::this_thread::yield();
    observer.asleep.store(false, std::memory_order_relaxed);
    yields.push_back(CountingAtomics::yields.exchange(0, std::memory_order_relaxed));
    pool.call([] {});
  }
  EXPECT_EQ(yields, (std::vector<int>{33, 17, 9, 5, 3, 2, 2}));
}

}  // namespace
}  // namespace vigil
