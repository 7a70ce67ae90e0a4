// Known mistakes in searches of this kind, each with a program that shows it.

#include "as_litmus.hpp"
#include "litmus.hpp"
#include "runner.hpp"

#include <vigil/checker/options.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace vigil::conformance {
namespace {

using checker::MemoryModel;

std::string disagreement_on(std::string_view text) {
  return disagreement(as_litmus(parse(text)), MemoryModel::cpp20, 1'000'000);
}

TEST(Pitfalls, AReadModifyWriteThatCannotBeCompletedStillRevisits) {
  EXPECT_EQ(disagreement_on("x.fetch_add(1) rlx; x.fetch_add(1) rlx | x.fetch_add(1) rlx | a=x rlx"), "");
  EXPECT_EQ(disagreement_on("a=x rlx; x.exchange(1) rlx | x.cas(0,2) rlx, fail rlx | x.fetch_add(1) rlx"), "");
}

TEST(Pitfalls, NothingComesBetweenAReadModifyWriteAndItsSource) {
  EXPECT_EQ(disagreement_on("x.exchange(1) rlx | x=2 rlx | a=x rlx"), "");
  EXPECT_EQ(disagreement_on("a=x rlx; x.fetch_add(1) rlx | x=2 rlx; x=1 rlx | x.fetch_add(1) rlx"), "");
}

TEST(Pitfalls, WhatAnOlderEventReadsIsNotDeleted) {
  EXPECT_EQ(disagreement_on("a=x rlx; b=y rlx | y=1 rlx; c=y rlx; x=1 rlx | y=2 rlx"), "");
}

TEST(Pitfalls, WhatTheNewWriteDependsOnStays) {
  EXPECT_EQ(disagreement_on("a=x rlx; y=1 rlx | b=y rlx; x=1 rlx | x=2 rlx; y=2 rlx"), "");
}

TEST(Pitfalls, ARevisitingWriteMayBeOlderThanOthers) {
  EXPECT_EQ(disagreement_on("a=x rlx | x=1 rlx; b=x rlx | x=2 rlx"), "");
}

TEST(Pitfalls, WhoRunsNextDependsOnTheGraphAlone) {
  EXPECT_EQ(disagreement_on("lock m; wait c m; x=1 rlx; unlock m | lock m; notify_one c; a=x rlx; unlock m"), "");
  EXPECT_EQ(disagreement_on("await x>=1 acq; y=1 rlx | x=1 rel; a=y rlx | x=2 rel; y=2 rlx"), "");
}

TEST(Pitfalls, AThreadThatReadSomethingStaleDoesNotWaitForEver) {
  EXPECT_EQ(disagreement_on("await x>=1 rlx | x=1 rlx"), "");
  EXPECT_EQ(disagreement_on("await x>=1 rlx | x=1 rlx | x=0 rlx"), "");
  EXPECT_EQ(disagreement_on("x.wait(0) rlx | x=1 rlx; x.notify_one()"), "");
}

}  // namespace
}  // namespace vigil::conformance
