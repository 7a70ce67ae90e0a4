// Does a waiter block when it may, is it notified when it must be, and does the latch refuse what it must not be given?
// One thread plays all parts: a script says what the others do at each point of a wait.

#include <vigil/latch/count_latch.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct StillWaiting : std::logic_error {
  using std::logic_error::logic_error;
};

struct Script {
  // What the other threads do next before an operation, or while the waiter is blocked.
  std::deque<std::function<void()>> before_exchange, before_block, while_blocked, while_notifying;
  std::vector<std::string> events;
  int attempts = 0;
  int exchanges = 0;
  bool is_notified = false;

  static bool play(std::deque<std::function<void()>>& acts) {
    if (acts.empty()) return false;
    const auto act = acts.front();
    acts.pop_front();
    act();
    return true;
  }
};
Script script;

// The machine, with what a script adds to it. A waiter that no thread notifies does not hang: it throws.
struct ScriptedAtomics : StdAtomics {
  template <class T>
  class atomic : public StdAtomics::atomic<T> {
    using Base = StdAtomics::atomic<T>;

   public:
    using Base::Base;

    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      ++script.exchanges;
      Script::play(script.before_exchange);
      return Base::compare_exchange_strong(expected, desired, success, failure);
    }
    void wait(T old, std::memory_order order) const {
      Script::play(script.before_block);
      if (Base::load(order) != old) {
        script.events.emplace_back("finds another value");
        return;
      }
      script.events.emplace_back("blocks");
      for (script.is_notified = false; !script.is_notified;)
        if (!Script::play(script.while_blocked)) throw StillWaiting("no thread notifies the waiter");
    }
    void notify_one() { notify("notifies one"); }
    void notify_all() { notify("notifies all"); }

   private:
    static void notify(const char* whom) {
      script.events.emplace_back(whom);
      Script::play(script.while_notifying);
      script.is_notified = true;
    }
  };

  template <class Attempt>
  static void retry(Attempt attempt) {
    while (!attempt())
      if (++script.attempts == 100) throw StillWaiting("a wait that neither blocks nor ends");
  }
  static void relax() { script.events.emplace_back("pauses"); }
  static void yield() { script.events.emplace_back("yields"); }
  static constexpr void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

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

TEST_F(CountLatchScript, TheWaiterOfAnOnceLatchIsNotified) {
  OnceLatch<ScriptedAtomics> latch;
  script.while_blocked.emplace_back([&] { latch.set(); });
  wait(latch);
  EXPECT_THAT(script.events, ElementsAre("blocks", "notifies one"));
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
