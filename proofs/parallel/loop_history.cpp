// Does a history call those loops small that were, and notice soon when they no longer are?

#include <vigil/parallel/loop_history.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>
#include <type_traits>
#include <vector>

namespace vigil::detail {
namespace {

using Duration = LoopHistory::Duration;

constexpr Duration kSmall = LoopHistory::kSmall;
constexpr Duration kDear = kSmall + Duration(1);
constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

// How many loops are left out before the next one that is measured.
std::size_t unmeasured(LoopHistory& history) {
  std::size_t loops = 0;
  while (!history.measures_next()) ++loops;
  return loops;
}

TEST(LoopHistory, CallsWhatTakesTwoMicrosecondsSmall) { EXPECT_EQ(kSmall, Duration(2'000)); }

TEST(LoopHistory, KnowsNoLoopAtFirst) {
  LoopHistory history;
  EXPECT_FALSE(history.is_small(1));
  EXPECT_TRUE(history.measures_next());
}

TEST(LoopHistory, CallsALoopSmallThatWas) {
  LoopHistory history;
  history.learn(100, kSmall);
  EXPECT_TRUE(history.is_small(100));
  EXPECT_FALSE(history.is_small(101)) << "it would be too long";
}

TEST(LoopHistory, CallsTwiceTheElementsSmallIfTheyTakeHalfTheTime) {
  LoopHistory history;
  history.learn(100, kSmall / 2);
  EXPECT_TRUE(history.is_small(200));
  EXPECT_FALSE(history.is_small(201));
  history.learn(60, Duration(0));
  EXPECT_TRUE(history.is_small(200)) << "a smaller loop says nothing of it";
  history.learn(kMost / 2 + 1, Duration(0));
  EXPECT_TRUE(history.is_small(kMost));
  history.learn(kMost / 2, Duration(0));
  EXPECT_TRUE(history.is_small(kMost - 1));
}

TEST(LoopHistory, TakesTheLargestSizeExactly) {
  LoopHistory history;
  history.learn(kMost / 2, Duration(0));
  EXPECT_TRUE(history.is_small(kMost - 1));
  EXPECT_FALSE(history.is_small(kMost));
}

TEST(LoopHistory, CallsNoLoopSmallThatWasDear) {
  LoopHistory history;
  history.learn(100, kDear);
  EXPECT_FALSE(history.is_small(1));
}

TEST(LoopHistory, ForgetsWhatIsNoLongerTrue) {
  LoopHistory history;
  history.learn(100, kSmall);
  history.learn(101, kDear);
  EXPECT_TRUE(history.is_small(100)) << "a larger loop says nothing of it";
  history.learn(10, kDear);
  EXPECT_FALSE(history.is_small(1));
}

TEST(LoopHistory, MeasuresFewerAndFewerLoopsThatAreAsExpected) {
  LoopHistory small, dear;
  small.learn(100, kSmall);  // a surprise
  for (const std::size_t due : {0U, 1U, 3U, 7U, 15U, 31U, 63U, 63U, 63U}) {
    EXPECT_EQ(unmeasured(small), due);
    small.learn(100, kSmall);
    EXPECT_EQ(unmeasured(dear), due);
    dear.learn(100, kDear);
  }
}

TEST(LoopHistory, MeasuresTheNextLoopAfterASurprise) {
  LoopHistory history;
  for (int i = 0; i != 10; ++i) history.learn(100, kSmall);
  history.learn(100, kDear);
  EXPECT_EQ(unmeasured(history), 0U);
  for (int i = 0; i != 10; ++i) history.learn(100, kDear);
  history.learn(100, kSmall);
  EXPECT_EQ(unmeasured(history), 0U);
}

// What is lost by a wrong guess: dear loops that run in sequence.
TEST(LoopHistory, LeavesNoMoreDearLoopsWholeInARowThanThereWereLoopsBefore) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& runs) {
    LoopHistory history;
    std::size_t loops = 0, before = 0, whole = 0;
    bool is_dear = false;
    for (const std::uint8_t run : runs) {
      for (int i = run % 64; i != 0; --i) {
        const bool is_measured = history.measures_next();
        const bool is_whole = history.is_small(1);
        if (is_measured) history.learn(1, is_dear ? kDear : kSmall);
        if (!is_dear) before = loops + 1;
        whole = is_dear && is_whole ? whole + 1 : 0;
        RC_ASSERT(whole <= std::min<std::size_t>(before, 64));
        ++loops;
      }
      is_dear = !is_dear;
    }
  }));
}

static_assert(std::is_trivially_destructible_v<LoopHistory>);

TEST(Stopwatch, AddsThePiecesThatAreMeasured) {
  Duration work{5};
  EXPECT_EQ(Stopwatch::run(&work,
                           [] {
                             std::this_thread::sleep_for(Duration(1'000));
                             return 7;
                           }),
            7);
  EXPECT_GE(work, Duration(5 + 1'000 - 20));
  const Duration first = work;
  Stopwatch::run(&work, [] {
    std::this_thread::sleep_for(Duration(1'000));
    return 0;
  });
  EXPECT_GE(work, first + Duration(1'000 - 20));
  EXPECT_EQ(Stopwatch::run(nullptr, [] { return 8; }), 8);
}

TEST(Stopwatch, LeavesOutWhatItTakesToReadTheClock) {
  EXPECT_EQ(Stopwatch::without_reading(Duration(120)), Duration(100));
  EXPECT_EQ(Stopwatch::without_reading(Duration(20)), Duration(0));
  EXPECT_EQ(Stopwatch::without_reading(Duration(10)), Duration(0)) << "a faster clock";
}

}  // namespace
}  // namespace vigil::detail
