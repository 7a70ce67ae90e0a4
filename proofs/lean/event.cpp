// Does an event hold one token, and let all threads pass once it is shut down?

#include <vigil/lean/event.hpp>

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

}  // namespace
}  // namespace vigil::lean
