// What does a worker tell Sleep of the calls that its joins leave to thieves? The test's own thread plays the worker.

#include "talkative_sleep.hpp"

#include <vigil/pool/join.hpp>
#include <vigil/pool/worker_set.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil {
namespace {

using proofs::NewJobs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Parts : PoolParts<StdAtomics> {
  using Sleep = proofs::TalkativeSleep;
};

struct LoneWorker {
  LoneWorker() { set.add_worker(0); }
  template <class First>
  void joins(First first) {
    (void)join(worker(), first, [] {});
  }
  Worker<Parts>& worker() { return set.worker(0); }
  auto& sleep() { return set.sleep(); }

  WorkerSet<Parts> set{1, {}, 4};
};

TEST(Forks, TellSleepHowManyCallsBecomePublicAndWhetherThereWereNone) {
  LoneWorker played;
  played.sleep().idle = 2;
  played.joins([&] { played.joins([] {}); });
  EXPECT_THAT(played.sleep().injected, ElementsAre(NewJobs(1, true), NewJobs(1, false)));
}

TEST(Forks, KeepCallsPrivateWhileThereIsAPublicOneForEachIdleWorker) {
  LoneWorker played;
  played.sleep().idle = 1;
  played.joins([&] { played.joins([] {}); });
  EXPECT_THAT(played.sleep().injected, ElementsAre(NewJobs(1, true)));
}

TEST(Forks, TakeNoCallsInsideAnIsolationAndAgainAfterIt) {
  LoneWorker played;
  played.worker().isolate([&] { played.joins([] {}); });
  EXPECT_THAT(played.sleep().injected, IsEmpty());
  played.joins([] {});
  EXPECT_THAT(played.sleep().injected, ElementsAre(NewJobs(1, true)));
}

}  // namespace
}  // namespace vigil
