// Latches that their waiters free at once, on this machine.

#include <vigil/latch/count_latch.hpp>
#include <vigil/latch/lock_latch.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/thread_team.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

constexpr int kRounds = 100;

// Round after round one waiter makes a latch, hands it to `setters` threads, waits, and frees it at once.
template <class Latch, class Make, class Wait, class Set>
void free_when_open(std::size_t setters, Make make, Wait wait, Set set) {
  repeat_for_a_while([&](unsigned) {
    const Watchdog watchdog([] { return std::string("a waiter of a latch"); });
    std::unique_ptr<Latch> latch;
    std::vector<int> results(setters, 0);
    int unseen = 0;
    std::barrier turn(static_cast<std::ptrdiff_t>(setters) + 1);
    ThreadTeam team;
    team.add([&] {
      for (int round = 1; round <= kRounds; ++round) {
        latch = make();
        turn.arrive_and_wait();
        wait(*latch);
        latch.reset();
        for (const int result : results) unseen += result == round ? 0 : 1;
        turn.arrive_and_wait();
      }
    });
    team.add(setters, [&](std::size_t setter) {
      for (int round = 1; round <= kRounds; ++round) {
        turn.arrive_and_wait();
        Latch& shared = *latch;
        results[setter] = round;
        set(shared);
        turn.arrive_and_wait();
      }
    });
    team.run();
    ASSERT_EQ(unseen, 0) << "waits that ended before the result was there";
  });
}

using Count = CountLatch<HesitantLayer>;

TEST(CountLatch, WaiterFreesItWhenThreeHaveCountedDown) {
  free_when_open<Count>(
      3, [] { return std::make_unique<Count>(3U); }, [](Count& latch) { latch.wait(); },
      [](Count& latch) { latch.count_down(); });
}

TEST(CountLatch, WaiterWhoBlocksAtOnceFreesIt) {
  free_when_open<Count>(
      2, [] { return std::make_unique<Count>(2U); }, [](Count& latch) { latch.wait(SpinWait<HesitantLayer>(0)); },
      [](Count& latch) { latch.count_down(); });
}

TEST(OnceLatch, WaiterFreesItWhenItIsSet) {
  using Once = OnceLatch<HesitantLayer>;
  free_when_open<Once>(
      1, [] { return std::make_unique<Once>(); }, [](Once& latch) { latch.wait(SpinWait<HesitantLayer>(0)); },
      [](Once& latch) { latch.set(); });
}

TEST(LockLatch, WaiterFreesItWhenItIsSet) {
  using Lock = LockLatch<HesitantLayer>;
  free_when_open<Lock>(
      1, [] { return std::make_unique<Lock>(); }, [](Lock& latch) { latch.wait(); }, [](Lock& latch) { latch.set(); });
}

TEST(OnceLatch, ManyWaitersAllReturn) {
  repeat_for_a_while([](unsigned) {
    const Watchdog watchdog([] { return std::string("one of the waiters of a latch"); });
    OnceLatch<HesitantLayer, Waiters::many> latch;
    int result = 0;
    std::atomic<int> unseen{0};
    ThreadTeam team;
    team.add(6, [&](std::size_t) {
      latch.wait(SpinWait<HesitantLayer>(0));
      unseen.fetch_add(result == 7 ? 0 : 1, std::memory_order_relaxed);
    });
    team.add([&] {
      result = 7;
      latch.set();
    });
    team.run();
    ASSERT_EQ(unseen.load(), 0);
  });
}

}  // namespace
}  // namespace vigil::stress
