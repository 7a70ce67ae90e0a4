// Does a worker that waits for its latch alone block until it is set, and no longer?

#include "sleep/scripted_atomics.hpp"

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace vigil {
namespace {

using proofs::ScriptedAtomics;

class SleepApart : public ::testing::Test {
 protected:
  void SetUp() override { ScriptedAtomics::reset(); }
  void TearDown() override { ScriptedAtomics::reset(); }

  // Until the latch is set, or the worker has waited so often.
  void wait(int calls = 10) {
    for (int call = 0; call != calls && !latch_.probe(); ++call) sleep_.wait_apart(idle_, latch_);
  }

  Sleep<ScriptedAtomics, AtomicCounters<ScriptedAtomics>> sleep_{1, {.until_sleepy = 1, .until_sleeping = 3}};
  CoreLatch<ScriptedAtomics> latch_;
  IdleState idle_{0};
};

TEST_F(SleepApart, AWorkerYieldsAsOftenAsItsRoundsSayAndBlocksUntilItsLatchIsSet) {
  ScriptedAtomics::while_blocked = [&] {
    EXPECT_EQ(ScriptedAtomics::yields, 3);
    sleep_.set_latch(latch_, 0);
  };
  wait(4);
  EXPECT_EQ(ScriptedAtomics::waits, 1);
  EXPECT_EQ(ScriptedAtomics::yields, 3);
  EXPECT_TRUE(latch_.probe());
}

TEST_F(SleepApart, AWorkerThatIsWokenBeforeItsLatchIsSetBlocksAgain) {
  ScriptedAtomics::while_blocked = [&] {
    if (ScriptedAtomics::waits == 1) {
      EXPECT_TRUE(sleep_.wake_specific(0));
    } else {
      EXPECT_EQ(to_string(latch_.state()), "sleeping");
      sleep_.set_latch(latch_, 0);
    }
  };
  wait(4);
  EXPECT_EQ(ScriptedAtomics::waits, 1);
  EXPECT_EQ(to_string(latch_.state()), "unset");
  wait(1);
  EXPECT_EQ(ScriptedAtomics::waits, 2);
  EXPECT_TRUE(latch_.probe());
}

TEST_F(SleepApart, AWorkerThatWakesSpuriouslyBlocksAgain) {
  ScriptedAtomics::while_blocked = [&] {
    if (ScriptedAtomics::waits == 3) sleep_.set_latch(latch_, 0);
  };
  wait(4);
  EXPECT_EQ(ScriptedAtomics::waits, 3);
}

TEST_F(SleepApart, AWorkerIsOnNoCountAndIsNotWokenForJobs) {
  ScriptedAtomics::while_blocked = [&] {
    EXPECT_EQ(sleep_.counters().load().inactive(), 0U);
    EXPECT_EQ(sleep_.counters().load().sleeping(), 0U);
    EXPECT_EQ(sleep_.wake_any(1), 0U);
    EXPECT_EQ(sleep_.new_injected_jobs(1, true).count, 0U);
    EXPECT_EQ(to_string(latch_.state()), "sleeping");
    sleep_.set_latch(latch_, 0);
  };
  wait();
  EXPECT_EQ(ScriptedAtomics::waits, 1);
}

TEST_F(SleepApart, AWorkerWhoseLatchIsSetDoesNotBlock) {
  idle_.rounds = 3;
  sleep_.set_latch(latch_, 0);
  sleep_.wait_apart(idle_, latch_);
  EXPECT_EQ(ScriptedAtomics::waits, 0);
  EXPECT_EQ(ScriptedAtomics::locks, 0) << "its latch was enough to know";
}

// A latch that is set between the two steps by which a worker falls asleep.
struct SetMeanwhile {
  bool get_sleepy() { return true; }
  bool fall_asleep() {
    EXPECT_EQ(ScriptedAtomics::locks, 1) << "a setter that finds the worker asleep waits for its mutex";
    return false;
  }
  void wake_up() { ADD_FAILURE() << "it has not slept"; }
};

TEST_F(SleepApart, AWorkerWhoseLatchIsSetWhenItFallsAsleepDoesNotBlock) {
  idle_.rounds = 3;
  SetMeanwhile latch;
  sleep_.wait_apart(idle_, latch);
  EXPECT_EQ(ScriptedAtomics::waits, 0);
}

}  // namespace
}  // namespace vigil
