// Is the latch open exactly when it was set, does a waiter block when it may, and is it notified when it must be?
//
// Most tests are in one thread: a script says what the others do at each point of a wait.

#include <vigil/latch/once_latch.hpp>

#include "latch/scripted_atomics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace vigil {
namespace {

using proofs::script;
using proofs::Script;
using proofs::ScriptedAtomics;
using proofs::StillWaiting;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(OnceLatch, IsOpenOnceItIsSet) {
  OnceLatch<> latch;
  EXPECT_FALSE(latch.probe());
  latch.set();
  EXPECT_TRUE(latch.probe());
  latch.wait();
  EXPECT_TRUE(latch.probe());
}

TEST(OnceLatch, TakesFourBytes) { EXPECT_EQ(sizeof(OnceLatch<>), 4U); }

TEST(OnceLatch, WakesAWaiterThatSleeps) {
  OnceLatch<> latch;
  int result = 0;
  std::thread setter([&] {
    result = 7;
    latch.set();
  });
  latch.wait(SpinWait<>(0));
  EXPECT_EQ(result, 7) << "what the setter did before is seen";
  setter.join();
}

class OnceLatchScript : public ::testing::Test {
 protected:
  OnceLatchScript() { script = {}; }

  template <class Latch>
  static void wait(Latch& latch) {
    latch.wait(SpinWait<ScriptedAtomics>(0));
  }
};

using Latch = OnceLatch<ScriptedAtomics>;
using LatchForMany = OnceLatch<ScriptedAtomics, Waiters::many>;

TEST_F(OnceLatchScript, ALatchThatIsSetKeepsNoWaiter) {
  Latch latch;
  latch.set();
  wait(latch);
  EXPECT_THAT(script.events, IsEmpty()) << "nobody waited when it was set";
  EXPECT_EQ(script.exchanges, 0);
}

TEST_F(OnceLatchScript, AWaiterBlocksUntilTheSetterNotifiesIt) {
  Latch latch;
  script.while_blocked.emplace_back([&] { latch.set(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "notifies one"));
  EXPECT_TRUE(latch.probe());
}

TEST_F(OnceLatchScript, AWaiterSpinsFirstForAsLongAsItsCallerSays) {
  Latch latch;
  script.while_blocked.emplace_back([&] { latch.set(); });
  latch.wait(SpinWait<ScriptedAtomics>(2));
  EXPECT_THAT(script.events, ElementsAre("pauses", "pauses", "pauses", "blocks", "notifies one"));
}

TEST_F(OnceLatchScript, AWaiterThatIsSetBetweenAnnouncementAndSleepDoesNotSleep) {
  Latch latch;
  script.before_block.emplace_back([&] { latch.set(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("notifies one", "finds another value"));
}

TEST_F(OnceLatchScript, AWaiterWhoseAnnouncementComesTooLateLeaves) {
  Latch latch;
  script.before_exchange.emplace_back([&] { latch.set(); });
  wait(latch);
  EXPECT_THAT(script.events, IsEmpty());
}

TEST_F(OnceLatchScript, AWaiterThatWakesForNoReasonBlocksAgainWithoutAnotherAnnouncement) {
  Latch latch;
  script.while_blocked.emplace_back([] { script.is_notified = true; });
  script.while_blocked.emplace_back([&] { latch.set(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "blocks", "notifies one"));
  EXPECT_EQ(script.exchanges, 1);
}

// The setter finds no waiter at first. One announces itself before the setter's step.
TEST_F(OnceLatchScript, ASetterNotifiesAWaiterThatComesAtTheLastMoment) {
  Latch latch;
  script.while_blocked.emplace_back([&] { latch.set(); });
  script.before_set.emplace_back([] { EXPECT_THAT(script.events, ElementsAre("blocks")); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "notifies one"));
}

// It would return and free the latch, and the setter has not notified yet (S-24).
TEST_F(OnceLatchScript, AWaiterStaysWhileTheLatchIsWakingAndDoesNotBlock) {
  Latch latch;
  script.while_blocked.emplace_back([&] { latch.set(); });
  script.while_notifying.emplace_back([&] {
    EXPECT_FALSE(latch.probe()) << "a latch that is waking is not set yet";
    EXPECT_THROW(wait(latch), StillWaiting);
    EXPECT_EQ(script.events.back(), "yields");
  });
  wait(latch);
  EXPECT_EQ(script.events[0], "blocks");
  EXPECT_EQ(script.events[1], "notifies one");
  EXPECT_EQ(script.events[2], "yields");
  EXPECT_THAT(script.while_notifying, IsEmpty());
  EXPECT_TRUE(latch.probe());
}

TEST_F(OnceLatchScript, ALatchForOneRefusesASecondWaiter) {
  Latch latch;
  script.while_blocked.emplace_back([&] { EXPECT_THROW(wait(latch), std::logic_error); });
  script.while_blocked.emplace_back([&] { latch.set(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "notifies one"));
}

TEST_F(OnceLatchScript, ALatchForManyNotifiesAll) {
  LatchForMany latch;
  script.while_blocked.emplace_back([&] { wait(latch); });
  script.while_blocked.emplace_back([&] { latch.set(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "blocks", "notifies all"));
  EXPECT_EQ(script.exchanges, 1) << "the second waiter finds the announcement of the first";
}

TEST_F(OnceLatchScript, ALatchIsSetOnce) {
  Latch latch;
  latch.set();
  EXPECT_THROW(latch.set(), std::logic_error);
}

// ---- what published versions do

constexpr OnceLatchProtocol kSetsFirst{.wake_before_set = false};

TEST_F(OnceLatchScript, AsPublishedALatchIsOpenBeforeItsWaiterIsNotified) {
  OnceLatch<ScriptedAtomics, Waiters::one, kOnceLatchOrders, kSetsFirst> latch;
  script.while_blocked.emplace_back([&] { latch.set(); });
  script.while_notifying.emplace_back([&] { EXPECT_TRUE(latch.probe()); });
  wait(latch);
  EXPECT_THAT(script.while_notifying, IsEmpty());
}

}  // namespace
}  // namespace vigil
