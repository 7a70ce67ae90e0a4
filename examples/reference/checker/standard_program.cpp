#include <vigil/checker/standard.hpp>
#include <vigil/checker/standard_program.hpp>

#include <gtest/gtest.h>

namespace {

//! [example]
// A flag is set, and the thread that waits for it is never told.
vigil::checker::standard::atomic<bool> ready = false;

void set_without_notifying() {
  vigil::checker::standard::jthread sets([] { ready = true; });
  ready.wait(false);
}

TEST(StandardProgramReference, FindsAMissedWake) {
  const auto verdict = vigil::checker::run(vigil::checker::standard::program<&set_without_notifying>());
  ASSERT_TRUE(verdict.result.finding);
  EXPECT_EQ(verdict.result.finding->violation, vigil::checker::Violation::missed_wake);
}
//! [example]

}  // namespace
