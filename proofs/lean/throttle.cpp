// Are threads started when there is something to do, and do all joiners learn of the end?

#include <vigil/lean/throttle.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace vigil::lean {
namespace {

constexpr auto kRefused = [] { return false; };

TEST(Throttle, IsUsableAsAStatic) {
  static constinit Throttle<> throttle(4);
  EXPECT_TRUE(throttle.accepts());
}

TEST(Throttle, RefusesMoreThreadsThanItCanCount) { EXPECT_THROW(Throttle<>(1U << 14), std::invalid_argument); }

TEST(Throttle, IsJoinedAtOnceByAllJoinersIfNoThreadWasStarted) {
  Throttle<> throttle(4);
  EXPECT_TRUE(throttle.shut_down());
  EXPECT_FALSE(throttle.shut_down()) << "the second time";
  EXPECT_FALSE(throttle.accepts());
  throttle.join();
  throttle.join();
}

TEST(Throttle, AsksForAThreadWithTheFirstTaskAlone) {
  Throttle<> throttle(4);
  int starts = 0;
  const auto start = [&] { return ++starts, true; };
  EXPECT_EQ(throttle.notify(start), Notified::done);
  EXPECT_EQ(throttle.notify(start), Notified::done);
  EXPECT_EQ(starts, 1) << "the thread that was started has not said so yet";
}

TEST(Throttle, HasTheCallerStandInForTheOnlyThreadAndForgetsItAfterwards) {
  Throttle<> throttle(4);
  ASSERT_EQ(throttle.notify(kRefused), Notified::stand_in);
  int drained = 0;
  throttle.stand_in([&](Searcher&) { ++drained; });
  EXPECT_EQ(drained, 1);
  EXPECT_EQ(throttle.load(), SyncSnapshot<>(0));
  EXPECT_EQ(throttle.notify(kRefused), Notified::stand_in) << "the next task tries again";
  throttle.stand_in([](Searcher&) {});
}

TEST(Throttle, TellsTheEndAlsoWhenTheOneWhoStandsInIsTheLast) {
  Throttle<> throttle(1);
  ASSERT_EQ(throttle.notify(kRefused), Notified::stand_in);
  throttle.stand_in([&](Searcher&) { throttle.shut_down(); });
  throttle.join();
  EXPECT_EQ(throttle.load().spawned(), 0U);
}

}  // namespace
}  // namespace vigil::lean
