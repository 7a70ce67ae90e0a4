// Does a waiter block when it may, is it notified when it must be, and does the latch refuse what it must not be given?
// One thread plays all parts: a script says what the others do at each point of a wait.

#include <vigil/latch/count_latch.hpp>

#include "latch/scripted_atomics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>

namespace vigil {
namespace {

using proofs::script;
using proofs::Script;
using proofs::ScriptedAtomics;
using proofs::StillWaiting;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr unsigned kNoSpins = 0;

class CountLatchScript : public ::testing::Test {
 protected:
  CountLatchScript() { script = {}; }

  template <class Latch>
  static void wait(Latch& latch) {
    latch.wait(SpinWait<ScriptedAtomics>(kNoSpins));
  }
};

using Latch = CountLatch<ScriptedAtomics>;
using LatchForMany = CountLatch<ScriptedAtomics, Waiters::many>;

TEST_F(CountLatchScript, AnOpenLatchKeepsNoWaiter) {
  Latch latch(0);
  wait(latch);
  EXPECT_THAT(script.events, IsEmpty());
  EXPECT_EQ(script.exchanges, 0);
}

TEST_F(CountLatchScript, AWaiterBlocksUntilTheLastCountDownNotifiesIt) {
  Latch latch(3);
  for (int i = 0; i != 3; ++i) script.while_blocked.emplace_back([&] { latch.count_down(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "notifies one"));
  EXPECT_THAT(script.while_blocked, IsEmpty()) << "the wait is over before all have counted down";
  EXPECT_TRUE(latch.probe());
}

TEST_F(CountLatchScript, ACountDownNotifiesNobodyIfNobodyWaits) {
  Latch latch(2);
  latch.count_down();
  latch.count_down();
  EXPECT_THAT(script.events, IsEmpty());
  EXPECT_TRUE(latch.probe());
}

TEST_F(CountLatchScript, AWaiterSpinsFirstForAsLongAsItsCallerSays) {
  Latch latch(1);
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  latch.wait(SpinWait<ScriptedAtomics>(2));
  EXPECT_THAT(script.events, ElementsAre("pauses", "pauses", "pauses", "blocks", "notifies one"));
}

TEST_F(CountLatchScript, AWaiterYieldsBeforeItBlocksAsOftenAsItsCallerSays) {
  Latch latch(1);
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  latch.wait(SpinWait<ScriptedAtomics>(1, 2));
  EXPECT_THAT(script.events, ElementsAre("pauses", "yields", "yields", "blocks", "notifies one"));
}

// The count changes between the announcement and the block, so the waiter announces itself once and blocks again.
TEST_F(CountLatchScript, AWaiterThatFindsAnotherCountBlocksAgainWithoutAnotherAnnouncement) {
  Latch latch(2);
  script.before_block.emplace_back([&] { latch.count_down(); });
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("finds another value", "blocks", "notifies one"));
  EXPECT_EQ(script.exchanges, 1);
}

// It may not block: nobody would notify it (S-27).
TEST_F(CountLatchScript, AWaiterWhoseAnnouncementIsRefusedChecksAgain) {
  Latch latch(2);
  script.before_exchange.emplace_back([&] { latch.count_down(); });
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "notifies one"));
  EXPECT_EQ(script.exchanges, 2);
}

TEST_F(CountLatchScript, AWaiterWhoseAnnouncementComesTooLateLeaves) {
  Latch latch(1);
  script.before_exchange.emplace_back([&] { latch.count_down(); });
  wait(latch);
  EXPECT_THAT(script.events, IsEmpty());
}

// It would block on a word that changes once more, and the notification is on its way already (S-24).
TEST_F(CountLatchScript, AWaiterThatComesWhileTheLatchIsClosingStaysAndDoesNotBlock) {
  Latch latch(1);
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  script.while_notifying.emplace_back([&] {
    EXPECT_FALSE(latch.probe()) << "a latch that is closing is not open yet";
    EXPECT_THROW(wait(latch), StillWaiting);
    EXPECT_EQ(script.events.back(), "yields");
  });
  wait(latch);
  EXPECT_EQ(script.events[0], "blocks");
  EXPECT_EQ(script.events[1], "notifies one");
  EXPECT_EQ(script.events[2], "yields");
  EXPECT_TRUE(latch.probe());
}

TEST_F(CountLatchScript, ALatchForOneRefusesASecondWaiter) {
  Latch latch(2);
  latch.count_down();
  script.while_blocked.emplace_back([&] { EXPECT_THROW(wait(latch), std::logic_error); });
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "notifies one"));
}

TEST_F(CountLatchScript, ALatchForManyNotifiesAll) {
  LatchForMany latch(1);
  script.while_blocked.emplace_back([&] { wait(latch); });
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "blocks", "notifies all"));
  EXPECT_EQ(script.exchanges, 1) << "the second waiter finds the announcement of the first";
}

// ---- what published versions do

constexpr CountLatchProtocol kLeaves{.stay_while_closing = false};
constexpr CountLatchProtocol kBlocks{.block_only_if_announced = false};

TEST_F(CountLatchScript, AsPublishedALatchThatIsClosingIsOpen) {
  CountLatch<ScriptedAtomics, Waiters::one, kCountLatchOrders, kLeaves> latch(2);
  EXPECT_FALSE(latch.probe());
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  script.while_notifying.emplace_back([&] { EXPECT_TRUE(latch.probe()); });
  wait(latch);
  EXPECT_THAT(script.while_notifying, IsEmpty());
}

TEST_F(CountLatchScript, AsPublishedAWaiterBlocksThoughItsAnnouncementIsRefused) {
  CountLatch<ScriptedAtomics, Waiters::one, kCountLatchOrders, kBlocks> latch(2);
  script.before_exchange.emplace_back([&] { latch.count_down(); });
  script.while_blocked.emplace_back([&] { latch.count_down(); });
  EXPECT_THROW(wait(latch), StillWaiting);
  EXPECT_THAT(script.events, ElementsAre("blocks"));
}

TEST_F(CountLatchScript, AsPublishedAWaiterWhoseAnnouncementComesTooLateLeaves) {
  CountLatch<ScriptedAtomics, Waiters::one, kCountLatchOrders, kBlocks> latch(1);
  script.before_exchange.emplace_back([&] { latch.count_down(); });
  wait(latch);
  EXPECT_THAT(script.events, IsEmpty());
}

// ---- counts

constexpr std::uint32_t kMost = Latch::kMostCount;
static_assert(kMost == 2'147'483'647, "one bit of the word is the announcement");

TEST(CountLatchCounts, AreAtMostTheLargest) {
  EXPECT_NO_THROW(Latch{kMost});
  EXPECT_THROW(Latch{kMost + 1}, std::logic_error);
}

TEST(CountLatchCounts, AreNotRaisedBeyondTheLargest) {
  EXPECT_NO_THROW(Latch(1).count_up(kMost - 1));
  EXPECT_NO_THROW(Latch(kMost - 1).count_up());
  EXPECT_THROW(Latch(2).count_up(kMost - 1), std::logic_error);
  EXPECT_THROW(Latch(kMost).count_up(), std::logic_error);
  EXPECT_THROW(Latch(2).count_up(~std::uint32_t{0}), std::logic_error) << "the sum wraps around";
}

TEST(CountLatchCounts, OfAnOpenLatchAreFinal) {
  Latch open(0);
  EXPECT_THROW(open.count_up(), std::logic_error);
  Latch opened(1);
  opened.count_down();
  EXPECT_THROW(opened.count_down(), std::logic_error);
}

TEST(CountLatchCounts, RiseAndFallByAsMuchAsTheCallerSays) {
  Latch latch(1);
  latch.count_up();
  latch.count_up(3);
  for (int left = 5; left != 0; --left) {
    EXPECT_FALSE(latch.probe()) << left << " counts are left";
    latch.count_down();
  }
  EXPECT_TRUE(latch.probe());
}

}  // namespace
}  // namespace vigil
