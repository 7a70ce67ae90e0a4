// Does an event hold one token, and let all threads pass once it is shut down?

#include <vigil/lean/event.hpp>

#include "lean/scripted.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <thread>
#include <vector>

namespace vigil::lean {
namespace {

TEST(Event, IsUsableAsAStatic) {
  static constinit Event<> event;
  event.notify();
  EXPECT_EQ(event.wait(), Awakening::by_token);
}

TEST(Event, TakesFourBytes) { EXPECT_EQ(sizeof(Event<>), 4U); }

TEST(Event, HoldsOneTokenHoweverOftenItIsNotified) {
  EXPECT_TRUE(rc::check([](const std::vector<bool>& notifies) {
    Event<> event;
    bool has_token = false;
    for (const bool notifies_now : notifies) {
      if (notifies_now) {
        event.notify();
        has_token = true;
      } else if (has_token) {
        RC_ASSERT(event.wait() == Awakening::by_token);
        has_token = false;
      }
    }
    event.shutdown();
    RC_ASSERT(event.wait() == Awakening::by_shutdown);
  }));
}

TEST(Event, StaysShutDown) {
  Event<> event;
  event.shutdown();
  event.notify();
  event.shutdown();
  for (int i = 0; i != 3; ++i) EXPECT_EQ(event.wait(), Awakening::by_shutdown);
}

TEST(Event, WakesAThreadThatBlocks) {
  Event<> event;
  int result = 0;
  std::thread notifier([&] {
    result = 7;
    event.notify();
  });
  EXPECT_EQ(event.wait(), Awakening::by_token);
  EXPECT_EQ(result, 7) << "what the notifier did before is seen";
  notifier.join();
}

TEST(Event, LetsEveryoneWhoBlocksPassWhenItIsShutDown) {
  Event<> event;
  std::vector<std::thread> waiters;
  for (int i = 0; i != 4; ++i) waiters.emplace_back([&] { EXPECT_EQ(event.wait(), Awakening::by_shutdown); });
  event.shutdown();
  for (auto& waiter : waiters) waiter.join();
}

// ---- what it costs

using lean_proofs::script;
using lean_proofs::Script;
using lean_proofs::ScriptedAtomics;
using ScriptedEvent = Event<ScriptedAtomics>;
using ScriptedSpin = ScriptedEvent::Spin;

TEST(Event, AsksTheSystemForNothingWhileNoThreadBlocks) {
  Script& now = script();
  ScriptedEvent event;
  for (int i = 0; i != 3; ++i) {
    event.notify();
    event.notify();
    EXPECT_EQ(event.wait(), Awakening::by_token);
  }
  EXPECT_EQ(now.waits, 0);
  EXPECT_EQ(now.notifies, 0);
  EXPECT_EQ(now.pauses, 0) << "the token is there";
}

TEST(Event, PausesThenYieldsAndThenBlocks) {
  Script& now = script();
  ScriptedEvent event;
  now.while_blocked = [&] { event.notify(); };
  EXPECT_EQ(event.wait(), Awakening::by_token);
  EXPECT_EQ(now.pauses, 63);
  EXPECT_EQ(now.yields, 4);
  EXPECT_EQ(now.waits, 1);
  EXPECT_EQ(now.notifies, 1) << "the thread is woken";
}

TEST(Event, DoesNotBlockIfTheTokenComesWhileItSpins) {
  Script& now = script();
  ScriptedEvent event;
  now.while_paused = [&] {
    if (now.pauses == 5) event.notify();
  };
  EXPECT_EQ(event.wait(), Awakening::by_token);
  EXPECT_LT(now.pauses, 63);
  EXPECT_EQ(now.waits, 0);
  EXPECT_EQ(now.notifies, 0);
}

// As many waiters would: the one that took the token leaves a word that says that others may be blocked.
TEST(Event, BlocksBesideOthersWithoutAWrite) {
  Script& now = script();
  ScriptedEvent event;
  now.while_blocked = [&] { event.notify(); };
  EXPECT_EQ(event.wait(ScriptedSpin(0)), Awakening::by_token);
  const int writes = now.writes;
  now.while_blocked = [&] {
    EXPECT_EQ(now.writes, writes);
    event.shutdown();
  };
  EXPECT_EQ(event.wait(ScriptedSpin(0)), Awakening::by_shutdown);
  EXPECT_EQ(now.waits, 2);
}

TEST(Event, AnnouncesAgainIfACompareExchangeFailsForNoReason) {
  Script& now = script();
  ScriptedEvent event;
  now.spurious_failures = 2;
  now.while_blocked = [&] { event.notify(); };
  EXPECT_EQ(event.wait(ScriptedSpin(0)), Awakening::by_token);
  EXPECT_EQ(now.waits, 1);
}

TEST(Event, ChecksAgainIfItWakesForNoReason) {
  Script& now = script();
  ScriptedEvent event;
  now.while_blocked = [&] {
    if (now.waits == 3) event.notify();
  };
  EXPECT_EQ(event.wait(ScriptedSpin(0)), Awakening::by_token);
  EXPECT_EQ(now.waits, 3);
}

TEST(Event, TellsNoThreadOfANotifyThatComesAfterTheShutdown) {
  Script& now = script();
  ScriptedEvent event;
  event.shutdown();
  EXPECT_EQ(now.notifies, 1) << "the shutdown tells all";
  event.notify();
  EXPECT_EQ(now.notifies, 1);
}

}  // namespace
}  // namespace vigil::lean
