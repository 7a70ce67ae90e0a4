// Are threads started when there is something to do, and do all joiners learn of the end?

#include <vigil/lean/throttle.hpp>

#include "lean/scripted.hpp"

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

TEST(Throttle, AcceptsUntilItIsShutDownAlsoIfThreadsAreNotAtRest) {
  Throttle<> throttle(4, SyncSnapshot<>(0).plus_spawned(1));
  EXPECT_TRUE(throttle.accepts());
  EXPECT_TRUE(throttle.shut_down());
  EXPECT_FALSE(throttle.accepts());
  EXPECT_FALSE(throttle.shut_down());
}

// ---- which threads are woken

using lean_proofs::script;
using lean_proofs::Script;
using lean_proofs::ScriptedAtomics;
using ScriptedThrottle = Throttle<ScriptedAtomics>;

// How many threads a thread that has found a task wakes, beside a thread that is idle.
int wakes_by(Searcher self, bool pushed, bool sees_more, bool has_token = false) {
  SyncSnapshot<> first = SyncSnapshot<>(0).plus_spawned(2).plus_idle(1).with_token(has_token);
  if (self.is_waking) first = first.with(SyncState::waking);
  Script& now = script();
  ScriptedThrottle throttle(2, first);
  throttle.found(
      self, pushed, [sees_more] { return sees_more; }, kRefused);
  EXPECT_FALSE(self.is_waking || self.took_token || self.is_idle) << "the next task is another one";
  EXPECT_NE(throttle.load().state(), SyncState::waking);
  const bool is_one_woken = throttle.load().state() == SyncState::signaled;
  EXPECT_EQ(is_one_woken, now.writes > 1) << "a write to the word, and one to the event if a thread is woken";
  return is_one_woken ? 1 : 0;
}

TEST(Throttle, WakesAnotherThreadOnlyIfAFoundTaskMayStandForMore) {
  const Searcher neither;
  const Searcher waking{.is_waking = true};
  const Searcher took{.took_token = true};
  const Searcher both{.is_waking = true, .took_token = true};
  for (const Searcher& self : {neither, waking, took, both}) {
    for (const bool sees_more : {false, true}) EXPECT_EQ(wakes_by(self, true, sees_more), 1) << "others may find it";
    EXPECT_EQ(wakes_by(self, false, false), 0);
    const bool was_woken_for_it = self.is_waking || self.took_token;
    EXPECT_EQ(wakes_by(self, false, true), was_woken_for_it ? 1 : 0);
    EXPECT_EQ(wakes_by(self, false, false, true), self.is_waking ? 1 : 0) << "a token was left meanwhile";
  }
}

TEST(Throttle, LeavesTheEventAloneIfNoThreadIsToBeWoken) {
  Script& now = script();
  ScriptedThrottle throttle(1, SyncSnapshot<>(0).plus_spawned(1));
  EXPECT_EQ(throttle.notify(kRefused), Notified::done);
  EXPECT_EQ(now.writes, 1) << "the token in the word";
  Searcher self;
  EXPECT_TRUE(throttle.wait(self));
  now.while_blocked = [&] { EXPECT_TRUE(throttle.shut_down()); };
  EXPECT_FALSE(throttle.wait(self));
  EXPECT_EQ(now.waits, 1) << "the event had no token";
}

TEST(Throttle, RefusesAThreadThatTheWordDoesNotCount) {
  Searcher self;
  ScriptedThrottle throttle(1);
  EXPECT_THROW(throttle.found(
                   self, true, [] { return false; }, kRefused),
               std::logic_error);
}

}  // namespace
}  // namespace vigil::lean
