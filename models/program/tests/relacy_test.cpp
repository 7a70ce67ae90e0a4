// The second engine: what it searches, how it may answer, and what both engines say together. Compiled with the
// plug-in.

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <regex>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

using WithRelacy = Program;

TEST_F(WithRelacy, CheckOfRightModelsEndsWithStatus0) {
  for (const std::string engine : {"relacy", "both"}) {
    const auto ended = run("check right/ --engine " + engine);
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    EXPECT_EQ(last_line(ended.out), engine == "both" ? "4 passed, 0 failed" : "2 passed, 0 failed");
  }
}

TEST_F(WithRelacy, VerdictOfRelacyIsNeverExhaustive) {
  const auto ended = run("check wrong/must-fail-that-holds --engine relacy");
  EXPECT_FALSE(has(ended.out, "xhaustive")) << ended.out;
}

TEST_F(WithRelacy, MustHoldModelThatFailsDiffersAndHasAToken) {
  const auto ended = run("check wrong/must-hold-that-fails --engine relacy");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "FAIL")) << ended.out;
  EXPECT_TRUE(has(ended.out, "vigil replay wrong/must-hold-that-fails@relacy:requirement:")) << ended.out;
}

TEST_F(WithRelacy, MustFailModelThatHoldsDiffers) {
  const auto ended = run("check wrong/must-fail-that-holds --engine relacy");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "full search: all ")) << ended.out;
}

TEST_F(WithRelacy, MustFailModelThatFailsWithAnotherKindDiffers) {
  const auto ended = run("check wrong/fails-with-another-kind --engine relacy");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "fails: leak  requirement ")) << ended.out;
}

TEST_F(WithRelacy, ExemptionDiffersWhenTheEngineIsRight) {
  EXPECT_EQ(run("check wrong/exemption-that-is-none --engine relacy").status, 1);
}

TEST_F(WithRelacy, BothEnginesComputeAsStdAtomicDoes) {
  const auto ended = run("check values/ --engine both");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(last_line(ended.out), "2 passed, 0 failed");
}

TEST_F(WithRelacy, CountsAreThoseOfTheCheckerAlone) { EXPECT_EQ(run("check counts/wrong --engine relacy").status, 0); }

TEST_F(WithRelacy, EnginesThatDisagreeFailTheRun) {
  const auto ended = run("check engines/disagree* --engine both");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "Verdicts differ on engines/disagree: relacy: holds, checker: requirement (nobody"))
      << ended.out;
}

TEST_F(WithRelacy, EnginesMayDisagreeWhereTheModelSaysWhy) {
  const auto ended = run("check engines/disagree-and-it-is-known --engine both");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(
      has(ended.out, "relacy: holds, checker: requirement (known: its modification order is the order of execution"))
      << ended.out;
}

TEST_F(WithRelacy, RelacyMayCallADeadlockAMissedWake) {
  EXPECT_EQ(run("check engines/deadlock --engine both").status, 0);
  EXPECT_TRUE(has(run("check engines/deadlock --engine relacy").out, "fails: deadlock or missed-wake  missed-wake"));
}

TEST_F(WithRelacy, WhatRelacyMayFindTheCheckerMayNot) {
  EXPECT_EQ(run("check engines/relacy-may-find --engine relacy").status, 0);
  const auto ended = run("check engines/relacy-may-find --engine checker");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "fails: missed-wake  requirement")) << ended.out;
}

TEST_F(WithRelacy, ModelThatRelacyDoesNotRunIsLeftOutWithTheReason) {
  const auto ended = run("check engines/seven-threads --engine both --json " + file("json").string());
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(has(ended.out, "left out: Relacy is compiled for at most 6 threads")) << ended.out;
  EXPECT_EQ(last_line(ended.out), "1 passed, 0 failed, 1 left out");
  EXPECT_EQ(json::parse(contents(file("json")))["models"][0]["limit"], "most-threads");
  EXPECT_TRUE(has(run("list engines/seven-threads").out, "relacy does not run it: most-threads: "));
  expect_wrong_usage("explain engines/seven-threads --engine relacy", "at most 6 threads");
}

TEST_F(WithRelacy, EveryNumberOfAChoiceIsTried) { EXPECT_EQ(run("check engines/chooses --engine both").status, 0); }

TEST_F(WithRelacy, ThreadsThatThreadsStartAreRun) {
  EXPECT_EQ(run("check engines/starts-two --engine both").status, 0);
}

TEST_F(WithRelacy, ThreadThatWasNotAnnouncedIsAViolation) {
  const auto ended = run("check engines/starts-unannounced --engine relacy");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(run("explain engines/starts-unannounced --engine relacy").out,
                  "more threads are started than starts(1) announces"));
}

TEST_F(WithRelacy, BoundThatDoesNotEndWithinItsLimitIsStatus3) {
  const auto ended = run("check limit/bound-does-not-end --engine relacy");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "context bound 2: stopped after 50; limit of 50 executions reached")) << ended.out;
}

TEST_F(WithRelacy, TimeLimitIsStatus3AndSaysHowFarItCame) {
  const auto ended = run("check limit/takes-hours --time-limit 0.2 --engine relacy");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "of 4,000,000,000; context bound 2: stopped after 0; time limit reached")) << ended.out;
}

TEST_F(WithRelacy, ExecutionThatDoesNotEndIsStoppedAfterTheTimeLimit) {
  const auto ended = run("check limit/execution-does-not-end --time-limit 0.2 --engine relacy");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "an execution does not end")) << ended.out;
}

TEST_F(WithRelacy, InterruptEndsWithStatus3AndWhatWasCovered) {
  const auto ended = interrupted({"check", "limit/takes-hours", "--engine", "relacy"});
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(std::regex_search(ended.out, std::regex("random [1-9].*interrupted"))) << ended.out;
  EXPECT_EQ(last_line(ended.out), "0 passed, 1 failed") << ended.out;
}

TEST_F(WithRelacy, ExplainShowsLabelPlaceAndStaleRead) {
  const auto ended = run("explain right/fails --engine relacy");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "[fixture.publish]")) << ended.out;
  EXPECT_TRUE(has(ended.out, "models/program/tests/fixture_models.cpp:")) << ended.out;
  EXPECT_TRUE(has(ended.out, "STALE")) << ended.out;
  EXPECT_TRUE(has(ended.out, "requirement: the message is read")) << ended.out;
  EXPECT_TRUE(has(ended.out, "vigil replay right/fails@relacy:requirement:")) << ended.out;
}

TEST_F(WithRelacy, ExplainOfAModelThatHoldsSaysWhatWasSearched) {
  EXPECT_TRUE(has(run("explain right/holds --engine relacy").out, "context bound 2: all "));
}

TEST_F(WithRelacy, BriefExplanationHasLabelsAndNoLines) {
  const auto ended = run("explain selftest/message_passing/relaxed-publish --brief --engine relacy", VIGIL_PROGRAM);
  EXPECT_TRUE(ended.out.starts_with("  step  thread 0")) << ended.out;
  EXPECT_TRUE(has(ended.out, "[selftest.mp.publish]")) << ended.out;
  EXPECT_FALSE(has(ended.out, ".cpp:")) << ended.out;
}

TEST_F(WithRelacy, ReplayRunsTheSameExecutionAgain) {
  const auto explained = run("explain --json - right/fails --engine relacy");
  ASSERT_EQ(explained.status, 0) << explained.out << explained.err;
  const auto found = json::parse(explained.out);
  const auto token = found["token"].get<std::string>();
  const auto first = run("replay " + token);
  EXPECT_EQ(first.status, 0) << first.out << first.err;
  EXPECT_TRUE(has(first.out, "requirement: the message is read")) << first.out;
  for (const auto& step : found["history"]["steps"])
    EXPECT_TRUE(has(first.out, step["text"].get<std::string>())) << "replay lacks " << step << "\n" << first.out;
  EXPECT_EQ(run("replay " + token).out, first.out);
}

TEST_F(WithRelacy, ReplayRunsInTheProcessThatADebuggerSees) {
  const auto token = json::parse(run("explain --json - right/fails --engine relacy").out)["token"].get<std::string>();
  const auto ended = run("replay " + token, "VIGIL_FIXTURE_SAYS_FORK=1 " VIGIL_FIXTURE);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.err, "");
}

TEST_F(WithRelacy, EveryFindingOfACheckCanBeReplayed) {
  std::size_t replayed = 0;
  ASSERT_EQ(run("check --json " + file("json").string() + " --engine relacy selftest", VIGIL_PROGRAM).status, 0);
  const auto report = json::parse(contents(file("json")));
  for (const auto& model : report["models"]) {
    if (!model.contains("token")) continue;
    const auto ended = run("replay " + model["token"].get<std::string>(), VIGIL_PROGRAM);
    EXPECT_EQ(ended.status, 0) << model["token"] << "\n" << ended.out << ended.err;
    ++replayed;
  }
  EXPECT_GE(replayed, 28U);
}

TEST_F(WithRelacy, WhatTheCheckerAloneHasIsWrongUsage) {
  expect_wrong_usage("check --engine relacy --sample 10", "--sample");
  expect_wrong_usage("check --engine both --sample 10", "--sample");
  expect_wrong_usage("check --engine relacy --limit 10", "--limit");
  expect_wrong_usage("check --engine relacy --memory-model rc11", "memory model");
  expect_wrong_usage("explain right/fails --engine relacy --html " + file("page").string(), "--html");
}

TEST_F(WithRelacy, MarkdownHasATableForEachEngine) {
  const auto ended = run("check right/ --engine both --format primitives");
  EXPECT_TRUE(has(ended.out, "Engine relacy")) << ended.out;
  EXPECT_TRUE(has(ended.out, "Engine checker")) << ended.out;
  EXPECT_TRUE(has(ended.out, "| `right/holds` | 1 | 0 | 0 | 0 | 0 | 2 | 0 | 1 exhaustively |")) << ended.out;
}

TEST_F(WithRelacy, JsonReportNamesEveryModelOnceForEachEngine) {
  ASSERT_EQ(run("check --json " + file("json").string() + " right/ --engine both").status, 0);
  const auto report = json::parse(contents(file("json")));
  ASSERT_EQ(report["models"].size(), 4U) << report.dump(2);
  EXPECT_EQ(report["summary"]["passed"], 4);
  const auto& failing = report["models"][0];
  EXPECT_EQ(failing["name"], "right/fails");
  EXPECT_EQ(failing["engine"], "relacy");
  EXPECT_EQ(failing["outcome"], "requirement");
  EXPECT_FALSE(failing["token"].get<std::string>().empty());
  EXPECT_EQ(report["models"][1]["engine"], "checker");
  const auto& bounded = report["models"][2];
  EXPECT_EQ(bounded["outcome"], "holds");
  EXPECT_EQ(bounded["exhaustive"], false);
  EXPECT_EQ(bounded["searches"][1]["kind"], "bound");
  EXPECT_EQ(bounded["searches"][1]["finished"], true);
  EXPECT_GT(bounded["searches"][1]["executions"], 1);
}

TEST_F(WithRelacy, JsonReportSaysWhereVerdictsDiffer) {
  ASSERT_EQ(run("check engines/disagree-and --engine both --json " + file("json").string()).status, 0);
  const auto report = json::parse(contents(file("json")));
  ASSERT_EQ(report["disagreements"].size(), 1U) << report.dump(2);
  EXPECT_EQ(report["disagreements"][0]["known"],
            "its modification order is the order of execution, so it misses 2+2W and what resembles it");
}

}  // namespace
}  // namespace vigil::program_test
