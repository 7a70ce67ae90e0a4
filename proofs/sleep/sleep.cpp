// The behaviour of Sleep that one thread can see: how many rounds a worker waits, and which arguments Sleep refuses.
// `wakes.cpp` shows which workers it wakes. The rest is in the models.

#include "sleep/scripted_atomics.hpp"

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace vigil {
namespace {

using proofs::ScriptedAtomics;
using ScriptedSleep = Sleep<ScriptedAtomics, AtomicCounters<ScriptedAtomics>>;
using ScriptedLatch = CoreLatch<ScriptedAtomics>;

class SleepRoundsOf : public ::testing::Test {
 protected:
  void SetUp() override {
    ScriptedAtomics::reset();
    sleeper = nullptr;
  }
  void TearDown() override { SetUp(); }

  // Calls of no_work_found until the worker blocks, including the last.
  static int calls_until_blocked(ScriptedSleep& sleep, unsigned halvings = 0) {
    sleeper = &sleep;
    ScriptedAtomics::while_blocked = [] { sleeper->wake_any(1); };
    ScriptedLatch latch;
    IdleState idle = sleep.start_looking(0, halvings);
    int calls = 0;
    while (ScriptedAtomics::waits == 0) {
      const bool sleeps_next = sleep.sleeps_next(idle);
      sleep.no_work_found(idle, latch, [] { return false; });
      EXPECT_EQ(sleeps_next, ScriptedAtomics::waits != 0) << "call " << calls;
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

TEST_F(SleepRoundsOf, AWorkerWhosePatienceIsHalvedYieldsLessBeforeItAnnouncesItself) {
  EXPECT_TRUE(rc::check([this] {
    SetUp();
    const auto until_sleepy = *rc::gen::inRange<std::uint32_t>(0, 50);
    const auto after_it = *rc::gen::inRange<std::uint32_t>(1, 50);
    const auto halvings = *rc::gen::inRange(0U, 40U);
    ScriptedSleep sleep(1, {until_sleepy, until_sleepy + after_it});
    const std::uint32_t left = halvings < 32 ? until_sleepy >> halvings : 0;
    RC_ASSERT(calls_until_blocked(sleep, halvings) == static_cast<int>(left + after_it) + 1);
  }));
}

TEST_F(SleepRoundsOf, PatienceMayBeHalvedThirtyOneTimes) {
  constexpr std::uint32_t kMost = ~std::uint32_t{0} - 1;
  ScriptedSleep sleep(1, {.until_sleepy = kMost, .until_sleeping = kMost + 1});
  for (const unsigned halvings : {31U, 32U, 64U})
    EXPECT_EQ(sleep.start_looking(0, halvings).rounds, kMost - 1) << halvings;
  EXPECT_EQ(sleep.start_looking(0, 30).rounds, kMost - 3);
}

// Every search in vain, by whether the worker has announced itself since the job that was posted before the search.
std::string announcements(ScriptedSleep& sleep, int searches) {
  ScriptedLatch latch;
  IdleState idle = sleep.start_looking(0);
  std::string seen;
  for (int search = 0; search != searches; ++search) {
    sleep.new_internal_jobs(1, [] { return true; });
    sleep.no_work_found(idle, latch, [] { return false; });
    seen += sleep.counters().load().jobs_event_counter().is_sleepy() ? 'a' : '-';
  }
  return seen;
}

TEST_F(SleepRoundsOf, AWorkerAnnouncesItselfOnceAfterSoManyRoundsAsItsRoundsSay) {
  ScriptedSleep sleep(1, {.until_sleepy = 2, .until_sleeping = 5});
  EXPECT_EQ(announcements(sleep, 5), "--a--");
}

TEST_F(SleepRoundsOf, AWorkerAnnouncesItselfInItsLastRoundIfNothingElseIsSaid) {
  ScriptedSleep sleep(1);
  EXPECT_EQ(announcements(sleep, 33), std::string(32, '-') + "a");
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
  EXPECT_EQ(sleep.counters().load().sleeping(), 0u);
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
  EXPECT_EQ(ScriptedAtomics::locks, 0) << "its latch was enough to know";
  EXPECT_EQ(to_string(latch.state()), "set");
}

// A latch that is set between the two steps by which a worker falls asleep.
struct SetInBetween {
  bool get_sleepy() { return true; }
  bool fall_asleep() { return false; }
  void wake_up() {}
};

TEST_F(SleepRoundsOf, AWorkerWhoseLatchIsSetWhenItFallsAsleepStartsOver) {
  ScriptedSleep sleep(1, {.until_sleepy = 0, .until_sleeping = 1});
  SetInBetween latch;
  IdleState idle = sleep.start_looking(0);
  for (int round = 0; round != 2; ++round) sleep.no_work_found(idle, latch, [] { return false; });
  EXPECT_EQ(ScriptedAtomics::waits, 0);
  EXPECT_EQ(sleep.counters().load().sleeping(), 0u);
  EXPECT_EQ(idle.rounds, 0u);
}

TEST_F(SleepRoundsOf, AWorkerThatWasWokenStartsOver) {
  ScriptedSleep sleep(1, {.until_sleepy = 1, .until_sleeping = 2});
  ScriptedAtomics::while_blocked = [&sleep] { sleep.wake_any(1); };
  ScriptedLatch latch;
  IdleState idle = sleep.start_looking(0);
  for (int round = 0; round != 3; ++round) sleep.no_work_found(idle, latch, [] { return false; });
  EXPECT_EQ(ScriptedAtomics::waits, 1);
  EXPECT_EQ(idle.rounds, 0u);
  EXPECT_EQ(to_string(latch.state()), "unset");
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

TEST(SleepRefuses, AWorkerThatSleepsWithoutHavingAnnouncedIt) {
  ScriptedSleep sleep(1, {.until_sleepy = 0, .until_sleeping = 1});
  ScriptedLatch latch;
  IdleState idle = sleep.start_looking(0);
  idle.rounds = 1;
  EXPECT_THROW(sleep.no_work_found(idle, latch, [] { return true; }), std::logic_error);
}

// Counters in which one worker sleeps and none is inactive.
struct WrongCounters {
  using Snapshot = CountersSnapshot<>;
  static constexpr std::uint64_t kMaxWorkers = 1;

  static Snapshot load() { return Snapshot(CounterWidths<>::kOneSleeping); }
  template <class Predicate>
  static Snapshot increment_jobs_event_counter_if(Predicate) {
    return load();
  }
  static void sub_sleeping() {}
};

TEST(SleepRefuses, CountersByWhichAWorkerSleepsThatIsNotInactive) {
  Sleep<ScriptedAtomics, WrongCounters> sleep(1);
  EXPECT_THROW(sleep.new_injected_jobs(1, true), std::logic_error);
}

}  // namespace
}  // namespace vigil
