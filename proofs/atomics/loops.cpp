// Do the loops of the layer call the given function as often as they should, and write what it returns?

#include <vigil/atomics/hesitant_atomics.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <vigil/testing/sometimes_yields.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <latch>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

namespace vigil {
namespace {

using ::testing::ElementsAre;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr int kThreads = 4;
constexpr int kRounds = 20'000;

// The functions that threads give to fetch_update may yield, so that threads meet between its load and its write.
template <class Code>
void run_by_threads(Code code) {
  std::latch start(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i != kThreads; ++i) {
    threads.emplace_back([&code, &start, i] {
      start.arrive_and_wait();
      code(i);
    });
  }
  for (auto& thread : threads) thread.join();
}

// A predicate or function that writes the word itself stands for another thread that runs at this moment.

TEST(SpinUntil, ReturnsTheValueThatThePredicateAccepted) {
  StdAtomics::atomic<int> word(1);
  std::vector<int> seen;
  const int accepted = word.spin_until(
      [&](int value) {
        seen.push_back(value);
        word.store(value + 1, kRelaxed);
        return value == 3;
      },
      kRelaxed);
  EXPECT_EQ(accepted, 3) << "the word is 4 by then";
  EXPECT_THAT(seen, ElementsAre(1, 2, 3));
}

TEST(SpinUntil, SeesWhatCameBeforeTheStoreThatItAcquires) {
  for (int round = 0; round != 200; ++round) {
    StdAtomics::atomic<int> word(0);
    int data = 0;
    std::thread publisher([&] {
      data = round;
      word.store(1, std::memory_order_release);
    });
    EXPECT_EQ(word.spin_until([](int value) { return value != 0; }, std::memory_order_acquire), 1);
    EXPECT_EQ(data, round);
    publisher.join();
  }
}

TEST(SpinUpdate, WritesWhatTheFunctionMakesOfTheFirstValueForWhichItHasOne) {
  StdAtomics::atomic<int> word(1);
  std::vector<int> seen;
  const int before = word.spin_update(
      [&](int value) -> std::optional<int> {
        seen.push_back(value);
        if (value == 3) return 30;
        word.store(value + 1, kRelaxed);
        return std::nullopt;
      },
      kRelaxed, kRelaxed);
  EXPECT_EQ(before, 3);
  EXPECT_EQ(word.load(kRelaxed), 30);
  EXPECT_THAT(seen, ElementsAre(1, 2, 3));
}

TEST(SpinUpdate, CallsTheFunctionAgainWithWhatAnotherThreadWrote) {
  StdAtomics::atomic<int> word(1);
  const int before = word.spin_update(
      [&](int value) -> std::optional<int> {
        if (value == 1) word.store(5, kRelaxed);
        return value * 10;
      },
      kRelaxed, kRelaxed);
  EXPECT_EQ(before, 5);
  EXPECT_EQ(word.load(kRelaxed), 50);
}

TEST(SpinUpdate, IsALock) {
  HesitantAtomics<testing::SometimesYields>::atomic<bool> is_locked(false);
  int count = 0;
  run_by_threads([&](int /*thread*/) {
    for (int round = 0; round != kRounds / 10; ++round) {
      is_locked.spin_update([](bool locked) { return locked ? std::nullopt : std::optional(true); },
                            std::memory_order_acquire, kRelaxed);
      ++count;
      is_locked.store(false, std::memory_order_release);
    }
  });
  EXPECT_EQ(count, kThreads * kRounds / 10);
}

TEST(FetchUpdate, WritesWhatTheFunctionMakesOfTheValueAndReturnsTheValueBefore) {
  StdAtomics::atomic<int> word(3);
  EXPECT_EQ(word.fetch_update([](int value) { return value * 10; }, kRelaxed, kRelaxed), 3);
  EXPECT_EQ(word.load(kRelaxed), 30);
}

TEST(FetchUpdate, CallsTheFunctionAgainWithWhatAnotherThreadWrote) {
  StdAtomics::atomic<int> word(3);
  std::vector<int> seen;
  const int before = word.fetch_update(
      [&](int value) {
        seen.push_back(value);
        if (seen.size() == 1) word.store(7, kRelaxed);
        return value * 10;
      },
      kRelaxed, kRelaxed);
  EXPECT_EQ(before, 7);
  EXPECT_EQ(word.load(kRelaxed), 70);
  EXPECT_THAT(seen, ElementsAre(3, 7));
}

template <class Maybe>
class FetchUpdateThatMayEnd : public ::testing::Test {};
using Maybes = ::testing::Types<std::optional<int>, MaybeValue<int>>;
TYPED_TEST_SUITE(FetchUpdateThatMayEnd, Maybes);

template <class Maybe>
Maybe next_below_ten(int value) {
  if (value >= 10) return std::nullopt;
  return value + 1;
}

TYPED_TEST(FetchUpdateThatMayEnd, ReturnsTheValueBeforeIfItHasWritten) {
  StdAtomics::atomic<int> word(9);
  const TypeParam before = word.fetch_update(next_below_ten<TypeParam>, kRelaxed, kRelaxed);
  ASSERT_TRUE(before.has_value());
  EXPECT_EQ(*before, 9);
  EXPECT_EQ(word.load(kRelaxed), 10);
}

TYPED_TEST(FetchUpdateThatMayEnd, ReturnsNothingIfTheFunctionDoes) {
  StdAtomics::atomic<int> word(10);
  EXPECT_FALSE(word.fetch_update(next_below_ten<TypeParam>, kRelaxed, kRelaxed).has_value());
  EXPECT_EQ(word.load(kRelaxed), 10);
}

TYPED_TEST(FetchUpdateThatMayEnd, EndsWhereAnotherThreadHasChangedTheValue) {
  StdAtomics::atomic<int> word(9);
  const TypeParam before = word.fetch_update(
      [&](int value) {
        word.store(12, kRelaxed);
        return next_below_ten<TypeParam>(value);
      },
      kRelaxed, kRelaxed);
  EXPECT_FALSE(before.has_value());
  EXPECT_EQ(word.load(kRelaxed), 12);
}

TEST(FetchUpdateFrom, WritesAtOnceWhereItsGuessIsRight) {
  StdAtomics::atomic<int> word(3);
  std::vector<int> seen;
  const auto next = [&](int value) {
    seen.push_back(value);
    return value + 1;
  };
  EXPECT_EQ(word.fetch_update_from(3, next, kRelaxed, kRelaxed), 3);
  EXPECT_EQ(word.load(kRelaxed), 4);
  EXPECT_THAT(seen, ElementsAre(3));
}

TEST(FetchUpdateFrom, GoesOnWithTheValueWhereItsGuessIsWrong) {
  StdAtomics::atomic<int> word(7);
  std::vector<int> seen;
  const auto next = [&](int value) {
    seen.push_back(value);
    return value + 1;
  };
  EXPECT_EQ(word.fetch_update_from(3, next, kRelaxed, kRelaxed), 7);
  EXPECT_EQ(word.load(kRelaxed), 8);
  EXPECT_THAT(seen, ElementsAre(3, 7));
}

TEST(FetchUpdate, LosesNoWriteOfAnyThread) {
  StdAtomics::atomic<std::uint64_t> sum(0);
  run_by_threads([&](int thread) {
    const auto one_more = [](std::uint64_t value) {
      testing::SometimesYields::perhaps();
      return value + 1;
    };
    for (int i = 0; i != kRounds; ++i) {
      if ((i + thread) % 2 == 0)
        sum.fetch_update(one_more, kRelaxed, kRelaxed);
      else
        sum.fetch_update_from(0, one_more, kRelaxed, kRelaxed);
    }
  });
  EXPECT_EQ(sum.load(kRelaxed), std::uint64_t{kThreads} * kRounds);
}

TEST(FetchUpdateThatMayEnd, GivesEachValueToOneThread) {
  constexpr int kTickets = kThreads * kRounds;
  StdAtomics::atomic<int> left(kTickets);
  std::vector<int> taken(kTickets + 1, 0);
  run_by_threads([&](int) {
    const auto one_less = [](int value) -> std::optional<int> {
      testing::SometimesYields::perhaps();
      if (value == 0) return std::nullopt;
      return value - 1;
    };
    while (const auto ticket = left.fetch_update(one_less, kRelaxed, kRelaxed)) ++taken[static_cast<unsigned>(*ticket)];
  });
  EXPECT_EQ(std::accumulate(taken.begin(), taken.end(), 0), kTickets);
  EXPECT_EQ(std::count(taken.begin(), taken.end(), 1), kTickets) << "a ticket was taken twice";
}

TEST(Retry, CallsTheAttemptUntilItSucceeds) {
  int attempts = 0;
  StdAtomics::retry([&] { return ++attempts == 3; });
  EXPECT_EQ(attempts, 3);
}

struct CountedHesitation {
  static inline int count = 0;
  static void perhaps() { ++count; }
};

TEST(HesitantAtomics, HesitateBeforeEachAttemptOfALoop) {
  HesitantAtomics<CountedHesitation>::atomic<int> word(3);
  int calls = 0;
  const auto next = [&](int value) { return value + ++calls; };
  CountedHesitation::count = 0;
  word.fetch_update(next, kRelaxed, kRelaxed);
  EXPECT_EQ(CountedHesitation::count, 2) << "a load and a compare-exchange";
  word.fetch_update_from(0, next, kRelaxed, kRelaxed);
  EXPECT_EQ(CountedHesitation::count, 4) << "two compare-exchanges, for a wrong guess";
  word.spin_until([&](int) { return ++calls == 6; }, kRelaxed);
  EXPECT_EQ(CountedHesitation::count, 7) << "three loads";
}

}  // namespace
}  // namespace vigil
