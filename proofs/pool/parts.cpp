// How long does a thread that is not a worker wait before it blocks?

#include "latch/scripted_atomics.hpp"

#include <vigil/latch/once_latch.hpp>
#include <vigil/pool/parts.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vigil {
namespace {

using proofs::script;
using proofs::ScriptedAtomics;
using ::testing::ElementsAreArray;

// What docs/pool.md says of a call from outside.
TEST(PoolParts, LetACallerPauseSevenTimesAndYieldSixteenTimesBeforeItBlocks) {
  OnceLatch<ScriptedAtomics> latch;
  script = {};
  script.while_blocked.emplace_back([&] { latch.set(); });
  latch.wait(PoolParts<ScriptedAtomics>::kCallerSpin);
  std::vector<std::string> events(1 + 2 + 4, "pauses");
  events.insert(events.end(), 16, "yields");
  events.insert(events.end(), {"blocks", "notifies one"});
  EXPECT_THAT(script.events, ElementsAreArray(events));
}

}  // namespace
}  // namespace vigil
