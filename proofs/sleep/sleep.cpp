// The behaviour of Sleep that one thread can see: how many rounds a worker waits, which workers Sleep wakes, which
// arguments it refuses. The rest is in the models.

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace vigil {
namespace {

// Production's layer, except that yields and waits are counted, a broken precondition throws, and no thread blocks: the
// test says what wakes a thread that would block.
struct ScriptedAtomics : StdAtomics {
  static inline int yields = 0;
  static inline int waits = 0;
  static inline void (*while_blocked)() = nullptr;

  class condition_variable {
   public:
    explicit condition_variable(Name /*name*/ = {}) {}

    void wait(mutex& held) {
      ++waits;
      if (while_blocked == nullptr) throw std::logic_error("blocked, and no thread will wake it");
      held.unlock();
      while_blocked();
      held.lock();
    }
    void notify_one() {}
    void notify_all() {}
  };

  static void yield() { ++yields; }
  static void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

using ScriptedSleep = Sleep<ScriptedAtomics, AtomicCounters<ScriptedAtomics>>;
using ScriptedLatch = CoreLatch<ScriptedAtomics>;

class SleepRoundsOf : public ::testing::Test {
 protected:
  void SetUp() override {
    ScriptedAtomics::yields = 0;
    ScriptedAtomics::waits = 0;
    ScriptedAtomics::while_blocked = nullptr;
    sleeper = nullptr;
  }
  void TearDown() override { SetUp(); }

  // Calls of no_work_found until the worker blocks, including the last.
  static int calls_until_blocked(ScriptedSleep& sleep) {
    sleeper = &sleep;
    ScriptedAtomics::while_blocked = [] { sleeper->wake_any(1); };
    ScriptedLatch latch;
    IdleState idle = sleep.start_looking(0);
    int calls = 0;
    while (ScriptedAtomics::waits == 0) {
      sleep.no_work_found(idle, latch, [] { return false; });
      ++calls;
    }
    sleep.work_found([] { return false; });
    return calls;
  }

  static inline ScriptedSleep* sleeper = nullptr;
};

// Rayon: 32 yields, an announcement with a yield of its own, then sleep.
TEST_F(SleepRoundsOf, AWorkerYieldsThirtyThreeTimesBeforeItSleeps) {
  ScriptedSleep sleep(1);
  EXPECT_EQ(calls_until_blocked(sleep), 34);
  EXPECT_EQ(ScriptedAtomics::yields, 33);
}

TEST_F(SleepRoundsOf, AWorkerYieldsAsOftenAsItsRoundsSay) {
  EXPECT_TRUE(rc::check([this] {
    SetUp();
    const auto until_sleepy = *rc::gen::inRange<std::uint32_t>(0, 50);
    const auto until_sleeping = until_sleepy + *rc::gen::inRange<std::uint32_t>(1, 50);
    ScriptedSleep sleep(1, {until_sleepy, until_sleeping});
    RC_ASSERT(calls_until_blocked(sleep) == static_cast<int>(until_sleeping) + 1);
    RC_ASSERT(ScriptedAtomics::yields == static_cast<int>(until_sleeping));
  }));
}

TEST_F(SleepRoundsOf, AWorkerThatAJobTurnedBackAnnouncesItselfBeforeItSleeps) {
  ScriptedSleep sleep(1, {.until_sleepy = 2, .until_sleeping = 3});
  ScriptedLatch latch;
  IdleState idle = sleep.start_looking(0);
  const auto search_in_vain = [&] { sleep.no_work_found(idle, latch, [] { return false; }); };
  for (int round = 0; round != 3; ++round) search_in_vain();
  EXPECT_TRUE(sleep.counters().load().jobs_event_counter().is_sleepy());
  sleep.new_internal_jobs(1, [] { return true; });
  search_in_vain();
  EXPECT_EQ(ScriptedAtomics::waits, 0) << "slept although a job was posted since the announcement";
  EXPECT_TRUE(sleep.counters().load().jobs_event_counter().is_active());
  EXPECT_EQ(to_string(latch.state()), "unset");
  search_in_vain();
  EXPECT_TRUE(sleep.counters().load().jobs_event_counter().is_sleepy()) << "went on without a fresh announcement";
}

TEST_F(SleepRoundsOf, AWorkerThatFindsAnInjectedJobInItsLastCheckIsNotCountedAsAsleep) {
  ScriptedSleep sleep(1, {.until_sleepy = 0, .until_sleeping = 1});
  ScriptedLatch latch;
  IdleState idle = sleep.start_looking(0);
  sleep.no_work_found(idle, latch, [] { return true; });
  sleep.no_work_found(idle, latch, [] { return true; });
  EXPECT_EQ(ScriptedAtomics::waits, 0);
  EXPECT_EQ(sleep.counters().load().sleeping(), 0u);
  EXPECT_TRUE(sleep.waker_decrements());
  EXPECT_EQ(idle.rounds, 0u);
  EXPECT_EQ(to_string(latch.state()), "unset");
}

TEST_F(SleepRoundsOf, AWorkerWhoseLatchIsSetDoesNotSleep) {
  ScriptedSleep sleep(1, {.until_sleepy = 0, .until_sleeping = 1});
  ScriptedLatch latch;
  IdleState idle = sleep.start_looking(0);
  sleep.set_latch(latch, 0);
  for (int round = 0; round != 3; ++round) sleep.no_work_found(idle, latch, [] { return false; });
  EXPECT_EQ(ScriptedAtomics::waits, 0);
  EXPECT_EQ(to_string(latch.state()), "set");
}

TEST_F(SleepRoundsOf, AWakerDecrementsTheCountForTheWorkerThatItWakes) {
  ScriptedSleep sleep(1, {.until_sleepy = 0, .until_sleeping = 1});
  sleeper = &sleep;
  static std::uint64_t counted_before = 0;
  static std::uint64_t counted_after = 0;
  static bool held = false;
  ScriptedAtomics::while_blocked = [] {
    counted_before = sleeper->counters().load().sleeping();
    held = sleeper->waker_decrements();
    sleeper->wake_any(1);
    counted_after = sleeper->counters().load().sleeping();
    held = held && sleeper->waker_decrements();
  };
  ScriptedLatch latch;
  IdleState idle = sleep.start_looking(0);
  for (int round = 0; round != 2; ++round) sleep.no_work_found(idle, latch, [] { return false; });
  EXPECT_EQ(counted_before, 1u);
  EXPECT_EQ(counted_after, 0u);
  EXPECT_TRUE(held) << "waker_decrements";
}

TEST_F(SleepRoundsOf, ABlockedWorkerThatWakesSpuriouslyBlocksAgain) {
  ScriptedSleep sleep(1, {.until_sleepy = 0, .until_sleeping = 1});
  sleeper = &sleep;
  ScriptedAtomics::while_blocked = [] {
    if (ScriptedAtomics::waits == 3) sleeper->wake_any(1);
  };
  ScriptedLatch latch;
  IdleState idle = sleep.start_looking(0);
  for (int round = 0; round != 2; ++round) sleep.no_work_found(idle, latch, [] { return false; });
  EXPECT_EQ(ScriptedAtomics::waits, 3) << "blocked once, woke up spuriously twice, and was then woken";
}

std::string refusal(std::size_t workers, SleepRounds rounds = {}) {
  try {
    const Sleep<StdAtomics, AtomicCounters<StdAtomics, CounterWidths<2, 2, 60>>> sleep(workers, rounds);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no call was refused";
}

TEST(SleepRefuses, APoolWithoutWorkers) { EXPECT_EQ(refusal(0), "Sleep: there must be at least one worker"); }

TEST(SleepRefuses, MoreWorkersThanTheCountersCount) {
  EXPECT_EQ(refusal(3), "no call was refused");
  EXPECT_EQ(refusal(4), "Sleep: more workers than the counters can count");
}

TEST(SleepRefuses, MoreWorkersThanSixteenBitsCount) {
  EXPECT_THROW(Sleep<>(65'536), std::invalid_argument);
  EXPECT_EQ(AtomicCounters<>::kMaxWorkers, 65'535u);
}

TEST(SleepRefuses, RoundsThatLeaveNoSearchBetweenAnnouncementAndSleep) {
  EXPECT_EQ(refusal(1, {.until_sleepy = 5, .until_sleeping = 5}),
            "Sleep: a worker must look for work between growing sleepy and sleeping");
  EXPECT_EQ(refusal(1, {.until_sleepy = 0, .until_sleeping = 1}), "no call was refused");
}

TEST(SleepRefuses, AWorkerThatDoesNotExist) {
  ScriptedSleep sleep(2);
  EXPECT_THROW((void)sleep.start_looking(2), std::logic_error);
}

}  // namespace
}  // namespace vigil
