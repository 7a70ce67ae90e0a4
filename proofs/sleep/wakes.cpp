// Which workers does Sleep wake, for new jobs, for jobs that are left behind, and for a latch?

#include "sleep/scripted_atomics.hpp"

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil {
namespace {

using proofs::ScriptedAtomics;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using ScriptedSleep = Sleep<ScriptedAtomics, AtomicCounters<ScriptedAtomics>>;
using Workers = std::vector<std::size_t>;

// Workers of one Sleep, of which the first search for jobs and the others sleep: each in the wait of the one before it.
class Crowd {
 public:
  Crowd(std::size_t searching, std::size_t sleeping)
      : searching_(searching),
        sleep_(searching + sleeping, {.until_sleepy = 0, .until_sleeping = 1}),
        latches_(searching + sleeping) {
    ScriptedAtomics::reset();
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  ~Crowd() { ScriptedAtomics::reset(); }

  // Which workers the action wakes.
  Workers woken_by(const std::function<void(ScriptedSleep&)>& action) {
    for (std::size_t worker = 0; worker != searching_; ++worker) (void)sleep_.start_looking(worker);
    std::size_t next = searching_;
    bool has_acted = false;
    Workers woken;
    const std::function<void()> go_on = [&] {
      if (has_acted) throw std::logic_error("blocked, and no thread will wake it");
      if (next != latches_.size()) return put_to_sleep(next++);
      has_acted = true;
      action(sleep_);
      woken = wake_the_rest();
    };
    ScriptedAtomics::while_blocked = go_on;
    go_on();
    return woken;
  }

  CoreLatch<ScriptedAtomics>& latch(std::size_t worker) { return latches_[worker]; }

 private:
  void put_to_sleep(std::size_t worker) {
    IdleState idle = sleep_.start_looking(worker);
    for (int round = 0; round != 2; ++round) sleep_.no_work_found(idle, latches_[worker], [] { return false; });
    sleep_.work_found([] { return false; });
  }

  // Returns which sleepers were awake already.
  Workers wake_the_rest() {
    Workers woken;
    const auto sleeping = sleep_.counters().load().sleeping();
    EXPECT_TRUE(sleep_.waker_decrements());
    for (std::size_t worker = searching_; worker != latches_.size(); ++worker)
      if (!sleep_.wake_specific(worker)) woken.push_back(worker);
    EXPECT_EQ(sleeping, latches_.size() - searching_ - woken.size()) << "the wakers count";
    return woken;
  }

  const std::size_t searching_;
  ScriptedSleep sleep_;
  std::vector<CoreLatch<ScriptedAtomics>> latches_;
};

// The first `count` sleepers.
Workers first_sleepers(std::size_t searching, std::uint64_t count) {
  Workers found;
  for (std::uint64_t i = 0; i != count; ++i) found.push_back(searching + i);
  return found;
}

// Calls `check(searching, sleeping)` for all crowds of up to three and three workers.
template <class Check>
void for_each_crowd(Check check) {
  for (std::size_t searching = 0; searching != 4; ++searching)
    for (std::size_t sleeping = 0; sleeping != 4; ++sleeping) {
      if (searching + sleeping == 0) continue;
      SCOPED_TRACE(std::to_string(searching) + " workers search, " + std::to_string(sleeping) + " sleep");
      check(searching, sleeping);
    }
}

// A queue that was empty leaves the new jobs to the workers that search. Those of a queue with jobs have others to
// take.
TEST(Sleep, WakesAsManyForNewJobsAsAreNotAwakeForThem) {
  for_each_crowd([](std::size_t searching, std::size_t sleeping) {
    for (std::uint64_t jobs = 0; jobs != 6; ++jobs)
      for (const bool was_empty : {false, true}) {
        const std::uint64_t covered = was_empty ? std::min<std::uint64_t>(searching, jobs) : 0;
        const Workers due = first_sleepers(searching, std::min<std::uint64_t>(jobs - covered, sleeping));
        EXPECT_EQ(Crowd(searching, sleeping).woken_by([&](ScriptedSleep& sleep) {
          const IdleWorkers idle = sleep.new_injected_jobs(jobs, was_empty);
          EXPECT_EQ(idle.count, searching + sleeping) << "idle, awake or not";
          EXPECT_EQ(idle.all_sleep, searching == 0);
        }),
                  due)
            << jobs << " injected jobs, queue was empty: " << was_empty;
        EXPECT_EQ(Crowd(searching, sleeping).woken_by([&](ScriptedSleep& sleep) {
          sleep.new_internal_jobs(jobs, [&] { return was_empty; });
        }),
                  due)
            << jobs << " internal jobs, queue was empty: " << was_empty;
      }
  });
}

TEST(Sleep, WakesUpToTwoForTheJobsThatAWorkerLeavesBehind) {
  for_each_crowd([](std::size_t searching, std::size_t sleeping) {
    if (searching == 0) return;
    for (const bool has_work_left : {false, true}) {
      int checks = 0;
      EXPECT_EQ(Crowd(searching, sleeping).woken_by([&](ScriptedSleep& sleep) {
        sleep.work_found([&] {
          ++checks;
          return has_work_left;
        });
      }),
                first_sleepers(searching, has_work_left ? std::min<std::uint64_t>(sleeping, 2) : 0));
      EXPECT_EQ(checks, sleeping == 0 ? 0 : 1) << "there is nobody to wake if none sleeps";
    }
  });
}

TEST(Sleep, WakesAsManyAsItIsAskedForAndSaysHowMany) {
  for_each_crowd([](std::size_t searching, std::size_t sleeping) {
    for (std::uint64_t asked = 0; asked != 5; ++asked) {
      const auto due = std::min<std::uint64_t>(asked, sleeping);
      EXPECT_EQ(
          Crowd(searching, sleeping).woken_by([&](ScriptedSleep& sleep) { EXPECT_EQ(sleep.wake_any(asked), due); }),
          first_sleepers(searching, due));
    }
  });
}

TEST(Sleep, WakesTheWorkerThatIsNamedIfItSleeps) {
  EXPECT_THAT(Crowd(1, 3).woken_by([](ScriptedSleep& sleep) { EXPECT_TRUE(sleep.wake_specific(2)); }), ElementsAre(2));
  EXPECT_THAT(Crowd(1, 3).woken_by([](ScriptedSleep& sleep) { EXPECT_FALSE(sleep.wake_specific(0)); }), IsEmpty());
}

TEST(Sleep, WakesTheOwnerOfALatchThatIsSetIfItSleeps) {
  Crowd crowd(1, 3);
  EXPECT_THAT(crowd.woken_by([&](ScriptedSleep& sleep) { sleep.set_latch(crowd.latch(2), 2); }), ElementsAre(2));
  EXPECT_TRUE(crowd.latch(2).probe());
}

TEST(Sleep, TakesNoMutexForALatchWhoseOwnerIsAwake) {
  Crowd crowd(1, 3);
  EXPECT_THAT(crowd.woken_by([&](ScriptedSleep& sleep) {
    const int before = ScriptedAtomics::locks;
    sleep.set_latch(crowd.latch(0), 0);
    EXPECT_EQ(ScriptedAtomics::locks, before);
  }),
              IsEmpty());
  EXPECT_TRUE(crowd.latch(0).probe());
}

// Whether an internal job makes Sleep ask for the state of its queue, in place of one load.
bool is_asked(ScriptedSleep& sleep) {
  bool asked = false;
  sleep.new_internal_jobs(1, [&] { return asked = true; });
  return asked;
}

TEST(Sleep, AsksForTheQueueOfAnInternalJobOnlyIfAWorkerSleepsOrIsSleepy) {
  EXPECT_THAT(Crowd(2, 0).woken_by([](ScriptedSleep& sleep) {
    EXPECT_TRUE(is_asked(sleep)) << "the counter of a new Sleep is even, as if a worker were sleepy";
    EXPECT_TRUE(sleep.counters().load().jobs_event_counter().is_active());
    EXPECT_FALSE(is_asked(sleep));
  }),
              IsEmpty());
  EXPECT_THAT(Crowd(2, 1).woken_by([](ScriptedSleep& sleep) {
    EXPECT_TRUE(is_asked(sleep));
    EXPECT_TRUE(sleep.counters().load().jobs_event_counter().is_active());
    EXPECT_TRUE(is_asked(sleep)) << "a worker sleeps";
  }),
              IsEmpty())
      << "the two that search are enough";
}

TEST(Sleep, WakesNobodyWhoDoesNotSleep) {
  ScriptedSleep sleep(2);
  EXPECT_FALSE(sleep.wake_specific(0));
  EXPECT_EQ(sleep.wake_any(2), 0U);
  EXPECT_TRUE(sleep.waker_decrements());
}

}  // namespace
}  // namespace vigil
