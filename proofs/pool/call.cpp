// Is a call to another pool isolated there if it is made inside an isolation, and only then? And what does a caller
// know of the workers that it waits for?

#include "talkative_sleep.hpp"

#include <vigil/pool/call.hpp>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/pool/worker_set.hpp>

#include <gtest/gtest.h>

namespace vigil {
namespace {

TEST(CallOfAnotherPool, IsIsolatedIfTheWorkerThatMakesItIs) {
  ThreadPool near({.workers = 1});
  ThreadPool far({.workers = 1});
  const auto is_isolated_there = [&] {
    return far.call([](ThreadPool::Worker& worker) { return worker.is_isolated(); });
  };
  near.call([&](ThreadPool::Worker& worker) {
    EXPECT_FALSE(is_isolated_there());
    EXPECT_TRUE(isolate(worker, is_isolated_there));
    EXPECT_FALSE(is_isolated_there());
  });
  EXPECT_FALSE(is_isolated_there()) << "the caller is no worker";
}

struct Parts : PoolParts<StdAtomics> {
  using Sleep = proofs::TalkativeSleep;
};

// The test's own thread calls, and then plays the worker that makes the call.
template <class HowItIsLeft>
class PlayedSignal {
 public:
  using Left = HowItIsLeft;

  PlayedSignal(WorkerSet<Parts>& set, bool& waits_for_a_sleeper)
      : set_(set), waits_for_a_sleeper_(waits_for_a_sleeper) {}
  [[nodiscard]] static bool is_isolated() { return false; }
  void wait(bool for_a_sleeper) {
    waits_for_a_sleeper_ = for_a_sleeper;
    set_.take_injected()->run(set_.worker(0));
  }
  void set() {}

 private:
  WorkerSet<Parts>& set_;
  bool& waits_for_a_sleeper_;
};

template <class HowItIsLeft>
bool waits_for_a_sleeper(IdleWorkers idle) {
  WorkerSet<Parts> set(1, {}, 4);
  set.add_worker(0);
  set.sleep().idle = idle;
  bool is_for_a_sleeper = !idle.all_sleep;
  const auto seven = [] { return 7; };
  detail::InjectedCall<const decltype(seven), PlayedSignal<HowItIsLeft>, Parts> call(seven, set, is_for_a_sleeper);
  EXPECT_EQ(call.make(set), 7);
  return is_for_a_sleeper;
}

TEST(Call, KnowsWhetherItWaitsForASleeper) {
  for (const bool all_sleep : {false, true}) {
    const IdleWorkers idle{.count = 1, .all_sleep = all_sleep};
    EXPECT_EQ(waits_for_a_sleeper<InjectedJob<Parts>>(idle), all_sleep);
    EXPECT_EQ(waits_for_a_sleeper<CallJob<Parts>>(idle), all_sleep);
  }
}

}  // namespace
}  // namespace vigil
