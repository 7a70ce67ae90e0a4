// An event that threads block on, pass on and shut down, on this machine.

#include <vigil/lean/event.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <thread>

namespace vigil::stress {
namespace {

using namespace lean;

using namespace testing;

constexpr int kTurns = 200;
constexpr int kWaiters = 3;

TEST(Event, OneTokenIsPassedOnUntilAllThreadsHaveHadTheirTurns) {
  repeat_for_a_while([](unsigned) {
    const Watchdog watchdog([] { return std::string("a token that is passed on"); });
    Event<HesitantLayer> event;
    int turns = 0;
    ThreadSet threads;
    threads.add(4, [&](std::size_t) {
      for (int turn = 0; turn != kTurns; ++turn) {
        (void)event.wait();
        ++turns;
        event.notify();
      }
    });
    threads.add([&] { event.notify(); });
    threads.run();
    ASSERT_EQ(turns, 4 * kTurns) << "turns that overlapped";
  });
}

TEST(Event, ShutdownLetsAllThreadsPassWhileTokensAreOnTheirWay) {
  repeat_for_a_while([](unsigned) {
    const Watchdog watchdog([] { return std::string("an event that is shut down"); });
    Event<HesitantLayer> event;
    ThreadSet threads;
    threads.add(4, [&](std::size_t) {
      while (event.wait() == Awakening::by_token) continue;
    });
    threads.add(2, [&](std::size_t) {
      for (int i = 0; i != kTurns; ++i) event.notify();
    });
    threads.add([&] { event.shutdown(); });
    threads.run();
    ASSERT_EQ(event.wait(), Awakening::by_shutdown);
  });
}

TEST(Event, ShutdownRightAfterATokenWakesAlsoThreadsThatDoNotGetIt) {
  repeat_for_a_while([](unsigned round) {
    const Watchdog watchdog([] { return std::string("a thread that was blocked beside a token"); });
    Event<HesitantLayer> event;
    std::atomic<int> arrived{0};
    ThreadSet threads;
    threads.add(kWaiters, [&](std::size_t) {
      arrived.fetch_add(1, std::memory_order_relaxed);
      while (event.wait() == Awakening::by_token) continue;
    });
    threads.add([&] {
      RandomDelays delays(round);
      while (arrived.load(std::memory_order_relaxed) != kWaiters) std::this_thread::yield();
      for (unsigned i = round % 64; i != 0; --i) delays.perhaps();
      event.notify();
      event.shutdown();
    });
    threads.run();
  });
}

}  // namespace
}  // namespace vigil::stress
