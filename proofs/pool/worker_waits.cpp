// What does a worker that waits say to its observer and to its set, and what does it learn from a search?

#include "sleep/scripted_atomics.hpp"
#include "talkative_sleep.hpp"

#include <vigil/pool/observer.hpp>
#include <vigil/pool/worker_set.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace vigil {
namespace {

using ::testing::ElementsAre;

// What the worker did, one activity after the other.
class Page final : public PoolObserver {
 public:
  void becomes(std::size_t, Activity activity) noexcept override { activities.push_back(activity); }
  std::vector<Activity> activities;
};

// Lets a worker yield a number of rounds, or sleep, until its wait is over. Keeps how often its patience was halved.
struct RoundsSleep : proofs::TalkativeSleep {
  using TalkativeSleep::TalkativeSleep;

  [[nodiscard]] IdleState start_looking(std::size_t worker, unsigned halved) {
    halvings.push_back(halved);
    return {worker};
  }
  template <class Latch, class HasInjectedJobs>
  void no_work_found(IdleState& search, Latch& latch, HasInjectedJobs&&) {
    wait(search, latch);
  }
  template <class Latch>
  void wait_apart(IdleState& search, Latch& latch) {
    wait(search, latch);
  }
  [[nodiscard]] bool sleeps_next(const IdleState&) const { return sleeps; }

  bool sleeps = false;
  std::uint32_t rounds = 1;
  std::vector<unsigned> halvings;

 private:
  template <class Latch>
  void wait(IdleState& search, Latch& latch) {
    if (sleeps || ++search.rounds == rounds) (void)latch.set();
  }
};

struct RoundsParts : PoolParts<StdAtomics> {
  using Sleep = RoundsSleep;
};
using RoundsWorker = Worker<RoundsParts>;

struct OneOf : WorkerSet<RoundsParts> {
  explicit OneOf(PoolObserver* observer = nullptr) : WorkerSet<RoundsParts>(1, {}, 4, kNestedCalls, observer) {
    add_worker(0);
  }
};

std::vector<Activity> said_while_it_waits_apart(std::uint32_t rounds) {
  Page page;
  OneOf set(&page);
  set.sleep().rounds = rounds;
  set.worker(0).isolate([&] {
    RoundsWorker::Latch latch;
    if (rounds == 0) (void)latch.set();
    set.worker(0).wait_until(latch);
  });
  return page.activities;
}

TEST(Worker, SaysOnceThatItSearchesIfItWaitsApartAndNothingIfItNeedNotWait) {
  EXPECT_THAT(said_while_it_waits_apart(0), ElementsAre());
  EXPECT_THAT(said_while_it_waits_apart(1), ElementsAre(Activity::searching, Activity::running));
  EXPECT_THAT(said_while_it_waits_apart(3), ElementsAre(Activity::searching, Activity::running));
}

struct IdleJob : Job<RoundsParts> {
  IdleJob() : Job<RoundsParts>([](Job<RoundsParts>&, RoundsWorker&) noexcept {}) {}
};

TEST(Worker, LeavesJobsOnItsDequeOnlyWhileItWaitsApart) {
  for (std::size_t below = 0; below != 3; ++below) {
    OneOf set;
    std::deque<IdleJob> jobs(below);
    for (IdleJob& job : jobs) set.worker(0).push(job);
    set.worker(0).isolate([&] {
      RoundsWorker::Latch latch;
      set.worker(0).wait_until(latch);
    });
    EXPECT_EQ(set.sleep().injected.size(), below == 0 ? 0U : 1U);
    EXPECT_FALSE(set.are_jobs_left_on_deques()) << below << " jobs below the mark";
    while (set.worker(0).run_one()) {
    }
  }
}

// Ends the wait of the worker that finds it.
struct EndsTheWait : InjectedJob<RoundsParts> {
  explicit EndsTheWait(RoundsWorker::Latch& what) : InjectedJob<RoundsParts>(&end), latch(what) {}
  static void end(Job<RoundsParts>& job, RoundsWorker&) noexcept { (void)static_cast<EndsTheWait&>(job).latch.set(); }
  RoundsWorker::Latch& latch;
};

TEST(Worker, IsPatientAgainAfterASearchThatYieldedAndNotAfterOneThatFoundAJobAtOnce) {
  OneOf set;
  RoundsSleep& sleep = set.sleep();
  const auto search = [&](bool sleeps) {
    RoundsWorker::Latch latch;
    sleep.sleeps = sleeps;
    set.worker(0).wait_until(latch);
  };
  search(true);
  search(false);
  search(true);
  RoundsWorker::Latch latch;
  EndsTheWait job(latch);
  set.inject(job);
  set.worker(0).wait_until(latch);
  search(true);
  EXPECT_THAT(sleep.halvings, ElementsAre(0, 1, 0, 1, 1));
}

struct BlockedWorkersParts : PoolParts<proofs::ScriptedAtomics> {
  using Sleep = proofs::TalkativeSleep;
};

TEST(Worker, SaysThatItSleepsWhileItWaitsForTheEndOfACallAlone) {
  using proofs::ScriptedAtomics;
  for (const bool is_isolated : {false, true}) {
    ScriptedAtomics::reset();
    Page page;
    WorkerSet<BlockedWorkersParts> set(1, {}, 4, kNestedCalls, &page);
    set.add_worker(0);
    auto& worker = set.worker(0);
    Worker<BlockedWorkersParts>::Latch latch;
    ScriptedAtomics::while_blocked = [&] {
      EXPECT_THAT(page.activities, ElementsAre(Activity::sleeping));
      worker.set_latch_of_call(latch, true);
    };
    const auto wait = [&] { worker.wait_for_call(latch, true); };
    is_isolated ? worker.isolate(wait) : wait();
    EXPECT_THAT(page.activities, ElementsAre(Activity::sleeping, Activity::running));
  }
  ScriptedAtomics::reset();
}

}  // namespace
}  // namespace vigil
