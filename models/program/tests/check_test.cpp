// Does a check say what was searched, and end with the right status?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <regex>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

TEST_F(Program, CheckOfRightModelsEndsWithStatus0) {
  const auto ended = run("check right/");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(last_line(ended.out), "2 passed, 0 failed");
}

TEST_F(Program, TheCheckerAndCpp20AreTheDefault) {
  const auto out_of = [&](const std::string& arguments) {
    return std::regex_replace(run(arguments).out, std::regex(" [0-9]+\\.[0-9]+ "), " seconds ");
  };
  EXPECT_TRUE(has(out_of("check right/"), "2 passed"));
  EXPECT_EQ(out_of("check right/"), out_of("check right/ --engine checker --memory-model cpp20"));
}

TEST_F(Program, VerdictOfTheCheckerHasItsScopeAndCounts) {
  const auto ended = run("check right/holds");
  EXPECT_TRUE(has(ended.out, "checker cpp20")) << ended.out;
  EXPECT_TRUE(has(ended.out, "exhaustive: 2 executions, 0 blocked  [1 writer, 1 reader, one message]")) << ended.out;
  EXPECT_TRUE(has(ended.out, "Exhaustive within bounds under C++20: 1 model, 2 executions, 0 blocked")) << ended.out;
}

TEST_F(Program, MustHoldModelThatFailsDiffersAndHasAToken) {
  const auto ended = run("check wrong/must-hold-that-fails");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "FAIL")) << ended.out;
  EXPECT_TRUE(has(ended.out, "vigil replay wrong/must-hold-that-fails@checker:requirement:")) << ended.out;
}

TEST_F(Program, MustFailModelThatHoldsDiffers) {
  const auto ended = run("check wrong/must-fail-that-holds");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "exhaustive: 2 executions")) << ended.out;
}

TEST_F(Program, MustFailModelThatFailsWithAnotherKindDiffers) {
  const auto ended = run("check wrong/fails-with-another-kind");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "fails: leak  requirement ")) << ended.out;
}

TEST_F(Program, ExemptionOfAnotherEngineIsNoneOfTheChecker) {
  const auto ended = run("check wrong/exemption-that-is-none");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_FALSE(has(ended.out, "cannot decide:")) << ended.out;
}

TEST_F(Program, OtherNumberOfExecutionsThanExpectedDiffers) {
  EXPECT_EQ(run("check counts/right").status, 0);
  const auto ended = run("check counts/wrong");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "expected 7 executions, explored 2 executions")) << ended.out;
}

TEST_F(Program, ExecutionsThatDifferByEqualThreadsAreExploredOnceUnlessToldOtherwise) {
  const auto once = run("check counts/two-equal");
  EXPECT_EQ(once.status, 0);
  EXPECT_TRUE(has(once.out, "exhaustive: 1 execution up to symmetry, 2 in all, 0 blocked")) << once.out;
  EXPECT_TRUE(has(once.out, "under C++20: 1 model, 1 execution up to symmetry, 2 in all, 0 blocked")) << once.out;
  const auto each = run("check counts/two-equal --no-symmetry");
  EXPECT_EQ(each.status, 0);
  EXPECT_TRUE(has(each.out, "exhaustive: 2 executions, 0 blocked")) << each.out;
  EXPECT_TRUE(has(each.out, "under C++20: 1 model, 2 executions, 0 blocked")) << each.out;
  EXPECT_EQ(run("check counts/two-equal --no-symmetry --engine relacy").status, 2);
}

TEST_F(Program, AnEstimateSaysHowManyExecutionsAModelMayHave) {
  const auto once = run("check counts/two-equal --estimate");
  EXPECT_EQ(once.status, 0);
  EXPECT_EQ(once.out, "counts/two-equal: about 1 execution up to symmetry, and 0 blocked executions\n");
  EXPECT_TRUE(has(run("check counts/two-equal --estimate --no-symmetry").out, "about 2 executions, and 0 blocked"));
  EXPECT_TRUE(
      has(run("check counts/two-equal --estimate --memory-model all").out, "counts/two-equal under RC11: about"));
  EXPECT_EQ(run("check counts/two-equal --estimate --json -").status, 2);
  EXPECT_EQ(run("check counts/two-equal --estimate --engine relacy").status, 2);
}

TEST_F(Program, ASearchBoundedByPreemptionsEndsAndIsNoPass) {
  const auto few = run("check limit/takes-hours --preemptions 0");
  EXPECT_EQ(few.status, 0) << few.out;
  EXPECT_TRUE(has(few.out, "some  limit/takes-hours")) << few.out;
  EXPECT_TRUE(has(few.out, "holds up to bound")) << few.out;
  EXPECT_TRUE(has(few.out,
                  "bounded: 1 execution up to symmetry, 6 in all, 0 blocked; those with more than 0 "
                  "preemptions were not explored"))
      << few.out;
  EXPECT_TRUE(has(few.out, "0 passed, 0 failed, 1 bounded, which says nothing of executions with more preemptions"))
      << few.out;
  const auto report = run("check limit/takes-hours --preemptions 0 --json -").out;
  EXPECT_TRUE(has(report, "\"status\": \"bounded\"")) << report;
  EXPECT_TRUE(has(report, "\"exhaustive\": false")) << report;
}

TEST_F(Program, ABoundOnPreemptionsThatLeavesNothingOutIsNone) {
  const auto all = run("check counts/two-equal --preemptions 0");
  EXPECT_EQ(all.status, 0) << all.out;
  EXPECT_TRUE(has(all.out, "ok    counts/two-equal")) << all.out;
  EXPECT_TRUE(has(all.out, "Exhaustive within bounds under C++20: 1 model")) << all.out;
  EXPECT_TRUE(has(all.out, "exhaustive: 1 execution up to symmetry, 2 in all, 0 blocked")) << all.out;
}

TEST_F(Program, ABoundOnPreemptionsIsForSearchesOfTheChecker) {
  EXPECT_EQ(run("check right/holds --preemptions many").status, 2);
  EXPECT_EQ(run("check right/holds --preemptions 1 --sample 5").status, 2);
  EXPECT_EQ(run("check right/holds --preemptions 1 --engine relacy").status, 2);
}

TEST_F(Program, ViolationsAreCountedWhereTheirNumberIsExpected) {
  const auto ended = run("check counts/violating");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(has(ended.out, "exhaustive: 3 executions, 0 blocked, 1 violating")) << ended.out;
  EXPECT_EQ(run("check counts/miscounted-violations").status, 1);
}

TEST_F(Program, ExecutionThatViolatesCountsAsSeen) {
  const auto at_once = run("check counts/at-once").out;
  EXPECT_TRUE(has(at_once, "found after 1 execution  [")) << at_once;
  const auto all = run("check counts/all-cut-short").out;
  EXPECT_TRUE(has(all, "found: exhaustive: 1 execution, 0 blocked, 1 violating")) << all;
}

TEST_F(Program, CountsAreThoseOfCpp20Alone) { EXPECT_EQ(run("check counts/wrong --memory-model rc11").status, 0); }

TEST_F(Program, DeadlockIsNoMissedWakeToTheChecker) {
  EXPECT_TRUE(has(run("check engines/deadlock").out, "fails: deadlock  deadlock"));
}

TEST_F(Program, VerdictsUnderEachMemoryModelAreThoseDeclared) {
  const auto ended = run("check memory-models/rc11-is-declared --memory-model all");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_EQ(last_line(ended.out), "3 passed, 0 failed");
  EXPECT_TRUE(has(ended.out, "checker: requirement, checker.rc11: holds, checker.sc: holds (known: ")) << ended.out;
}

TEST_F(Program, OtherVerdictUnderRc11ThanDeclaredDiffers) {
  const auto ended = run("check memory-models/rc11-is-not-declared --memory-model all");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_EQ(last_line(ended.out), "1 passed, 1 failed") << "and sc is not searched where nothing is said of it";
}

TEST_F(Program, OtherVerdictUnderScThanDeclaredDiffers) {
  EXPECT_EQ(run("check memory-models/sc-is-declared-wrongly").status, 0);
  EXPECT_EQ(run("check memory-models/sc-is-declared-wrongly --memory-model sc").status, 1);
}

TEST_F(Program, ModelTooLargeForTheQuickFormIsShownAsLeftOut) {
  const auto quick = run("check large/left-out");
  EXPECT_EQ(quick.status, 0) << quick.out;
  EXPECT_TRUE(has(quick.out, "left out: made up to be large")) << quick.out;
  EXPECT_EQ(last_line(quick.out), "0 passed, 0 failed, 1 left out");
  EXPECT_EQ(last_line(run("check large/left-out --full").out), "1 passed, 0 failed");
  EXPECT_TRUE(has(run("list large").out, "left out unless --full: made up to be large"));
}

TEST_F(Program, ModelTooLargeForAnyFormIsSampledAndCanBeSearchedUpToALimit) {
  const auto quick = run("check large/sampled");
  EXPECT_EQ(quick.status, 0) << quick.out;
  EXPECT_TRUE(has(quick.out, "left out: made up to be too large")) << quick.out;
  const auto full = run("check large/sampled --full");
  EXPECT_EQ(full.status, 0) << full.out;
  EXPECT_TRUE(has(full.out, "sampled 200,000 of 200,000")) << full.out;
  EXPECT_TRUE(has(last_line(full.out), "0 passed, 0 failed, 1 sampled")) << full.out;
  EXPECT_EQ(run("check large/sampled --full --limit 1").status, 3);
  EXPECT_EQ(last_line(run("check large/sampled --full --limit 100").out), "1 passed, 0 failed");
  EXPECT_TRUE(has(run("list large").out, "left out, and sampled with --full: made up to be too large"));
}

TEST_F(Program, ListShowsWhatTheCheckerMustExplore) {
  EXPECT_TRUE(has(run("list engines/chooses").out, "checker: 3 complete executions, 1 violating; spurious wakes 0"));
}

TEST_F(Program, LimitOfTheCheckerIsStatus3AndSaysWhich) {
  const auto ended = run("check limit/takes-hours --limit 1000 --jobs 1");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out,
                  "not complete: 1,000 executions up to symmetry, 6,000 in all, 0 blocked; "
                  "limit of 1,000 executions reached"))
      << ended.out;
  EXPECT_FALSE(has(ended.out, "exhaustive: ")) << ended.out;
}

TEST_F(Program, TimeLimitOfTheCheckerIsStatus3AndSaysHowFarItCame) {
  const auto ended = run("check limit/takes-hours --time-limit 0.2");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(std::regex_search(ended.out, std::regex("not complete: [1-9][0-9,]* executions.*time limit reached")))
      << ended.out;
}

TEST_F(Program, SampleIsCalledASampleAndNothingElse) {
  const auto ended = run("check limit/takes-hours --sample 100 --sampling pct --seed 7");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(has(ended.out, "sampled 100 of 100 planned (pct, seed 7)")) << ended.out;
  EXPECT_TRUE(has(last_line(ended.out), "0 passed, 0 failed, 1 sampled")) << ended.out;
  EXPECT_FALSE(has(ended.out, "exhaustive: ")) << ended.out;
  EXPECT_FALSE(has(ended.out, " holds  holds ")) << ended.out;
}

TEST_F(Program, SampleThatFindsAViolationCanBeReplayed) {
  ASSERT_EQ(run("check right/fails --sample 1000 --json " + file("json").string()).status, 0);
  const auto token = json::parse(contents(file("json")))["models"][0]["token"].get<std::string>();
  EXPECT_TRUE(has(token, "@checker:requirement:sample:")) << token;
  EXPECT_EQ(run("replay " + token).status, 0);
}

TEST_F(Program, SampleThatDoesNotFindWhatIsDueIsStatus3) {
  EXPECT_EQ(run("check wrong/must-fail-that-holds --sample 10").status, 3);
}

TEST_F(Program, ExecutionThatDoesNotEndIsStoppedAfterTheTimeLimit) {
  const auto ended = run("check limit/execution-does-not-end --time-limit 0.2");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "not complete: 0 executions, 0 blocked; time limit reached")) << ended.out;
}

TEST_F(Program, LimitOfTheCheckerItselfIsStatus3AndSaysWhich) {
  const std::string why = "a model has at most 14 threads, with those that its threads start";
  for (const std::string how : {"", " --jobs 2", " --sample 10"}) {
    const auto ended =
        run("check limit/too-many-threads --json " + file("json").string() + " --junit " + file("xml").string() + how);
    EXPECT_EQ(ended.status, 3) << ended.out;
    EXPECT_TRUE(has(ended.out, "limit reached: " + why)) << ended.out;
    const auto model = json::parse(contents(file("json")))["models"][0];
    EXPECT_EQ(model["status"], "limit");
    EXPECT_EQ(model["searches"][0]["stop"], "limit");
    EXPECT_EQ(model["searches"][0]["limit_reached"], why);
    EXPECT_TRUE(has(contents(file("xml")), "<failure type=\"limit\"")) << contents(file("xml"));
    EXPECT_TRUE(has(contents(file("xml")), "limit reached: " + why)) << contents(file("xml"));
  }
}

TEST_F(Program, ModelThatEndsTheProgramFailsAndCanBeReplayed) {
  const auto ended = run("check leaves/by-exit --json " + file("json").string());
  EXPECT_EQ(ended.status, 1) << ended.out;
  const auto model = json::parse(contents(file("json")))["models"][0];
  EXPECT_EQ(model["outcome"], "crash");
  EXPECT_EQ(model["what"], "the model calls exit(0)");
  const auto replayed = run("replay " + model["token"].get<std::string>());
  EXPECT_TRUE(has(replayed.out, "the model calls exit(0)")) << replayed.out << replayed.err;
}

TEST_F(Program, InterruptEndsWithStatus3AndWhatWasCovered) {
  const auto ended = interrupted({"check", "limit/takes-hours"});
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(std::regex_search(ended.out, std::regex("complete: [1-9].*interrupted"))) << ended.out;
  EXPECT_EQ(last_line(ended.out), "0 passed, 1 failed") << ended.out;
}

TEST_F(Program, InterruptOfASharedSearchEndsAllItsProcesses) {
  const auto ended = interrupted({"check", "limit/takes-hours", "--jobs", "2"});
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(std::regex_search(ended.out, std::regex("complete: [1-9].*interrupted"))) << ended.out;
}

TEST_F(Program, InterruptEndsAnExecutionThatDoesNotEnd) {
  const auto ended = interrupted({"check", "limit/execution-does-not-end"});
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "interrupted")) << ended.out;
}

}  // namespace
}  // namespace vigil::program_test
