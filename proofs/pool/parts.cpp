// How long does a thread that is not a worker wait before it blocks?

#include "latch/scripted_atomics.hpp"

#include <vigil/latch/once_latch.hpp>
#include <vigil/pool/call.hpp>
#include <vigil/pool/parts.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vigil {
namespace {

using proofs::script;
using proofs::ScriptedAtomics;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

// A call needs no more of a pool.
struct Parts {
  using Layer = ScriptedAtomics;
  using CallerLatch = OnceLatch<Layer>;
  static constexpr SpinWait<Layer> kCallerSpin = PoolParts<Layer>::kCallerSpin;
  static constexpr SpinWait<Layer> kSleeperSpin = PoolParts<Layer>::kSleeperSpin;
};

// What a caller does until its call ends, which is while it is blocked.
std::vector<std::string> wait(bool for_a_sleeper) {
  detail::OutsidersSignal<Parts> signal;
  script = {};
  script.while_blocked.emplace_back([&] { signal.set(); });
  signal.wait(for_a_sleeper);
  return script.events;
}

// What docs/pool.md says of a call from outside.
TEST(ACallerFromOutside, PausesSevenTimesAndYieldsSixteenTimesBeforeItBlocks) {
  std::vector<std::string> events(1 + 2 + 4, "pauses");
  events.insert(events.end(), 16, "yields");
  events.insert(events.end(), {"blocks", "notifies one"});
  EXPECT_THAT(wait(false), ElementsAreArray(events));
}

TEST(ACallerFromOutside, YieldsTwiceBeforeItBlocksIfAWorkerHasToBeWoken) {
  EXPECT_THAT(wait(true), ElementsAre("yields", "yields", "blocks", "notifies one"));
}

}  // namespace
}  // namespace vigil
