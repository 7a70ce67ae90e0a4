// The program as its user meets it: exit statuses, reports, counterexamples. Runs the fixture's models.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Ended {
  int status = -1;
  std::string out;
  std::string err;
};

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

class Program : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "vigil-program-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  [[nodiscard]] fs::path file(const std::string& name) const { return directory_ / name; }

  [[nodiscard]] Ended run(const std::string& arguments, const std::string& program = VIGIL_FIXTURE) const {
    const auto command = program + " " + arguments + " >" + file("out").string() + " 2>" + file("err").string();
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(file("out")), contents(file("err"))};
  }

  // Wrong usage: status 2 and one line on stderr that contains `about`.
  void expect_wrong_usage(const std::string& arguments, const std::string& about) const {
    const auto ended = run(arguments);
    EXPECT_EQ(ended.status, 2) << arguments << "\n" << ended.out << ended.err;
    EXPECT_NE(ended.err.find(about), std::string::npos) << "no \"" << about << "\" in: " << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }

  // Ctrl-C when the model says that it is under way. Ends when every process that the check began has ended.
  [[nodiscard]] Ended interrupted(std::vector<const char*> arguments) const;

  fs::path directory_;
};

// What comes through a pipe until its other end is closed by everyone who has it.
std::string rest_of(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = read(descriptor, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  close(descriptor);
  return text;
}

Ended Program::interrupted(std::vector<const char*> arguments) const {
  const auto under_way = file("under-way");
  fs::remove(under_way);
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  arguments.insert(arguments.begin(), VIGIL_FIXTURE);
  arguments.push_back(nullptr);
  const pid_t process = fork();
  if (process == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]), close(ends[1]);
    setenv("VIGIL_FIXTURE_UNDER_WAY", under_way.c_str(), 1);
    execv(VIGIL_FIXTURE, const_cast<char* const*>(arguments.data()));
    _exit(127);
  }
  close(ends[1]);
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!fs::exists(under_way) && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
  kill(process, SIGINT);
  int status = 0;
  waitpid(process, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, rest_of(ends[0]), {}};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

TEST_F(Program, CheckOfRightModelsEndsWithStatus0) {
  for (const std::string engine : {"checker", "relacy", "both"}) {
    const auto ended = run("check right/ --engine " + engine);
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    EXPECT_EQ(last_line(ended.out), engine == "both" ? "4 passed, 0 failed" : "2 passed, 0 failed");
  }
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

TEST_F(Program, RelacyIsNeverExhaustive) {
  const auto ended = run("check wrong/must-fail-that-holds --engine relacy");
  EXPECT_FALSE(has(ended.out, "xhaustive")) << ended.out;
}

TEST_F(Program, MustHoldModelThatFailsDiffersAndHasAToken) {
  for (const std::string engine : {"checker", "relacy"}) {
    const auto ended = run("check wrong/must-hold-that-fails --engine " + engine);
    EXPECT_EQ(ended.status, 1) << ended.out;
    EXPECT_TRUE(has(ended.out, "FAIL")) << ended.out;
    EXPECT_TRUE(has(ended.out, "vigil replay wrong/must-hold-that-fails@" + engine + ":requirement:")) << ended.out;
  }
}

TEST_F(Program, MustFailModelThatHoldsDiffers) {
  const auto by_checker = run("check wrong/must-fail-that-holds");
  EXPECT_EQ(by_checker.status, 1);
  EXPECT_TRUE(has(by_checker.out, "exhaustive: 2 executions")) << by_checker.out;
  const auto by_relacy = run("check wrong/must-fail-that-holds --engine relacy");
  EXPECT_EQ(by_relacy.status, 1);
  EXPECT_TRUE(has(by_relacy.out, "full search: all ")) << by_relacy.out;
}

TEST_F(Program, MustFailModelThatFailsWithAnotherKindDiffers) {
  for (const std::string engine : {"checker", "relacy"}) {
    const auto ended = run("check wrong/fails-with-another-kind --engine " + engine);
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(has(ended.out, "fails: leak  requirement ")) << ended.out;
  }
}

TEST_F(Program, ExemptionDiffersWhenTheEngineIsRight) {
  EXPECT_EQ(run("check wrong/exemption-that-is-none --engine relacy").status, 1);
}

TEST_F(Program, ExemptionOfOneEngineIsNoneOfTheOther) {
  const auto ended = run("check wrong/exemption-that-is-none --engine checker");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_FALSE(has(ended.out, "cannot decide:")) << ended.out;
}

TEST_F(Program, OtherNumberOfExecutionsThanExpectedDiffers) {
  EXPECT_EQ(run("check counts/right").status, 0);
  const auto ended = run("check counts/wrong");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "expected 7 executions, explored 2 executions")) << ended.out;
}

TEST_F(Program, ViolationsAreCountedWhereTheirNumberIsExpected) {
  const auto ended = run("check counts/violating");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(has(ended.out, "exhaustive: 3 executions, 0 blocked, 1 violating")) << ended.out;
  EXPECT_EQ(run("check counts/miscounted-violations").status, 1);
}

TEST_F(Program, CountsAreThoseOfCpp20Alone) {
  EXPECT_EQ(run("check counts/wrong --memory-model rc11").status, 0);
  EXPECT_EQ(run("check counts/wrong --engine relacy").status, 0);
}

TEST_F(Program, EnginesThatDisagreeFailTheRun) {
  const auto ended = run("check engines/disagree* --engine both");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "Verdicts differ on engines/disagree: relacy: holds, checker: requirement (nobody"))
      << ended.out;
}

TEST_F(Program, EnginesMayDisagreeWhereTheModelSaysWhy) {
  const auto ended = run("check engines/disagree-and-it-is-known --engine both");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(has(ended.out, "relacy: holds, checker: requirement (known: misses 2+2W)")) << ended.out;
}

TEST_F(Program, RelacyMayCallADeadlockAMissedWakeAndTheCheckerMayNot) {
  EXPECT_EQ(run("check engines/deadlock --engine both").status, 0);
  EXPECT_TRUE(has(run("check engines/deadlock").out, "fails: deadlock  deadlock"));
  EXPECT_TRUE(has(run("check engines/deadlock --engine relacy").out, "fails: deadlock or missed-wake  missed-wake"));
}

TEST_F(Program, ModelOfOneEngineIsLeftOutByTheOther) {
  const auto ended = run("check engines/checker-alone --engine both");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(has(ended.out, "left out: uses what Relacy's layer lacks")) << ended.out;
  EXPECT_EQ(last_line(ended.out), "1 passed, 0 failed, 1 left out");
  expect_wrong_usage("explain engines/checker-alone --engine relacy", "lacks");
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

TEST_F(Program, ListShowsWhatTheCheckerMustExplore) {
  EXPECT_TRUE(
      has(run("list engines/checker-alone").out, "checker: 3 executions, 1 of them violating; spurious wakes 0"));
}

TEST_F(Program, LimitOfTheCheckerIsStatus3AndSaysWhich) {
  const auto ended = run("check limit/takes-hours --limit 1000 --jobs 1");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "not complete: 1,000 executions, 0 blocked; limit of 1,000 executions reached"))
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

TEST_F(Program, BoundThatDoesNotEndWithinItsLimitIsStatus3) {
  const auto ended = run("check limit/bound-does-not-end --engine relacy");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "context bound 2: stopped after 50; limit of 50 executions reached")) << ended.out;
}

TEST_F(Program, TimeLimitOfRelacyIsStatus3AndSaysHowFarItCame) {
  const auto ended = run("check limit/takes-hours --time-limit 0.2 --engine relacy");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "of 4,000,000,000; context bound 2: stopped after 0; time limit reached")) << ended.out;
}

TEST_F(Program, ExecutionThatDoesNotEndIsStoppedAfterTheTimeLimit) {
  for (const std::string engine : {"checker", "relacy"}) {
    const auto ended = run("check limit/execution-does-not-end --time-limit 0.2 --engine " + engine);
    EXPECT_EQ(ended.status, 3) << ended.out;
    EXPECT_TRUE(has(ended.out, "an execution does not end")) << ended.out;
  }
}

TEST_F(Program, InterruptEndsWithStatus3AndWhatWasCovered) {
  for (const char* engine : {"checker", "relacy"}) {
    const auto ended = interrupted({"check", "limit/takes-hours", "--engine", engine});
    EXPECT_EQ(ended.status, 3) << ended.out;
    EXPECT_TRUE(std::regex_search(ended.out, std::regex("(complete:|random) [1-9].*interrupted"))) << ended.out;
    EXPECT_EQ(last_line(ended.out), "0 passed, 1 failed") << ended.out;
  }
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

TEST_F(Program, WrongUsageIsStatus2WithOneLine) {
  expect_wrong_usage("", "subcommand");
  expect_wrong_usage("check no-such-model", "no-such-model");
  expect_wrong_usage("list no-such-model", "no-such-model");
  expect_wrong_usage("explain no-such-model", "no-such-model");
  expect_wrong_usage("check --jobs 0", "--jobs");
  expect_wrong_usage("check --engine relacy --bound 1000", "--bound");
  expect_wrong_usage("check --engine relacy --bound -1", "--bound");
  expect_wrong_usage("check --time-limit 0", "--time-limit");
  expect_wrong_usage("check --engine nonesuch", "nonesuch");
  expect_wrong_usage("check --memory-model nonesuch", "nonesuch");
  expect_wrong_usage("check --sampling pct", "--sample");
  expect_wrong_usage("check --sample 10 --sampling nonesuch", "nonesuch");
  expect_wrong_usage("check right --json /nonexistent/file", "/nonexistent/file");
  expect_wrong_usage("check right --junit /nonexistent/file", "/nonexistent/file");
  expect_wrong_usage("explain right/fails --html /nonexistent/file", "/nonexistent/file");
  expect_wrong_usage("check --frobnicate", "frobnicate");
  expect_wrong_usage("replay garbage", "token");
}

TEST_F(Program, WhatOneEngineHasIsWrongUsageOfTheOther) {
  expect_wrong_usage("check --bound 2", "--bound");
  expect_wrong_usage("check --engine relacy --sample 10", "--sample");
  expect_wrong_usage("check --engine both --sample 10", "--sample");
  expect_wrong_usage("check --engine relacy --limit 10", "--limit");
  expect_wrong_usage("check --engine relacy --memory-model rc11", "memory model");
  expect_wrong_usage("explain right/fails --engine relacy --html " + file("page").string(), "--html");
}

TEST_F(Program, MarkdownOfModelsHasARowForEachAndTheScope) {
  const auto ended = run("check right/ --format models");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 6) << "2 of head, 2 models, blank, scope:\n"
                                                                     << ended.out;
  EXPECT_TRUE(has(ended.out, "Engine checker, memory model C++20, quick plan.")) << ended.out;
  EXPECT_FALSE(has(run("check wrong/must-hold-that-fails --format models").out, "| holds | found"))
      << "a verdict that differs must not look like one that does not";
}

TEST_F(Program, MarkdownOfPrimitivesCountsAVerdictThatDiffers) {
  const auto ended = run("check wrong/must-hold-that-fails --format primitives");
  EXPECT_EQ(ended.status, 1) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "| `wrong/must-hold-that-fails` | 0 | 0 | 0 | 1 | 0 |")) << ended.out;
}

TEST_F(Program, MarkdownHasATableForEachEngine) {
  const auto ended = run("check right/ --engine both --format primitives");
  EXPECT_TRUE(has(ended.out, "Engine relacy")) << ended.out;
  EXPECT_TRUE(has(ended.out, "Engine checker")) << ended.out;
  EXPECT_TRUE(has(ended.out, "| `right/holds` | 1 | 0 | 0 | 0 | 0 | 2 | 0 | 1 exhaustively |")) << ended.out;
}

TEST_F(Program, UnknownFormatIsWrongUsage) { expect_wrong_usage("check --format prose", "prose"); }

TEST_F(Program, JsonReportNamesEveryModelWithItsScope) {
  ASSERT_EQ(run("check --json " + file("json").string() + " right/ --engine both").status, 0);
  const auto report = json::parse(contents(file("json")));
  ASSERT_EQ(report["models"].size(), 4U) << report.dump(2);
  EXPECT_EQ(report["summary"]["passed"], 4);
  const auto& by_relacy = report["models"][0];
  EXPECT_EQ(by_relacy["name"], "right/fails");
  EXPECT_EQ(by_relacy["engine"], "relacy");
  EXPECT_EQ(by_relacy["outcome"], "requirement");
  EXPECT_EQ(by_relacy["defects"], json::array({"S-99"}));
  EXPECT_FALSE(by_relacy["token"].get<std::string>().empty());
  const auto& bounded = report["models"][2];
  EXPECT_EQ(bounded["outcome"], "holds");
  EXPECT_EQ(bounded["exhaustive"], false);
  EXPECT_EQ(bounded["searches"][1]["kind"], "bound");
  EXPECT_EQ(bounded["searches"][1]["finished"], true);
  EXPECT_GT(bounded["searches"][1]["executions"], 1);
  const auto& exhausted = report["models"][3];
  EXPECT_EQ(exhausted["engine"], "checker");
  EXPECT_EQ(exhausted["memory_model"], "cpp20");
  EXPECT_EQ(exhausted["exhaustive"], true);
  EXPECT_EQ(exhausted["searches"][0]["executions"], 2);
  EXPECT_EQ(exhausted["searches"][0]["blocked"], 0);
}

TEST_F(Program, JsonReportSaysWhereVerdictsDiffer) {
  ASSERT_EQ(run("check engines/disagree-and --engine both --json " + file("json").string()).status, 0);
  const auto report = json::parse(contents(file("json")));
  ASSERT_EQ(report["disagreements"].size(), 1U) << report.dump(2);
  EXPECT_EQ(report["disagreements"][0]["known"], "misses 2+2W");
}

TEST_F(Program, JunitReportCountsFailures) {
  ASSERT_EQ(run("check --junit " + file("xml").string() + " 'right/*'").status, 0);
  EXPECT_TRUE(has(contents(file("xml")), "tests=\"2\" failures=\"0\"")) << contents(file("xml"));
  ASSERT_EQ(run("check --junit " + file("xml").string() + " wrong/must-fail-that-holds").status, 1);
  const auto xml = contents(file("xml"));
  EXPECT_TRUE(has(xml, "tests=\"1\" failures=\"1\"")) << xml;
  EXPECT_TRUE(has(xml, "<failure type=\"differs\" message=\"expected fails: requirement, seen ")) << xml;
  EXPECT_TRUE(has(xml, "memory model C++20; bounds: 1 writer")) << xml;
  EXPECT_TRUE(xml.starts_with("<?xml")) << xml;
  EXPECT_TRUE(xml.ends_with("</testsuite>\n")) << xml;
}

TEST_F(Program, JunitReportSkipsWhatWasLeftOut) {
  ASSERT_EQ(run("check --junit " + file("xml").string() + " large/left-out").status, 0);
  const auto xml = contents(file("xml"));
  EXPECT_TRUE(has(xml, "failures=\"0\" errors=\"0\" skipped=\"1\"")) << xml;
  EXPECT_TRUE(has(xml, "<skipped message=\"left out: made up to be large\"/>")) << xml;
}

TEST_F(Program, ReportsOfModelsInParallelKeepTheirOrder) {
  const auto names = [&](const std::string& jobs) {
    const auto ended = run("check --jobs " + jobs + " --json " + file("json").string() + " '[rw][ir]*'");
    EXPECT_EQ(ended.status, 1) << ended.out;
    std::string all;
    const auto report = json::parse(contents(file("json")));
    for (const auto& model : report["models"]) all += model["name"].get<std::string>() + " ";
    return all;
  };
  const auto one_by_one = names("1");
  EXPECT_TRUE(has(one_by_one, "right/fails right/holds wrong/exemption-that-is-none ")) << one_by_one;
  EXPECT_EQ(names("4"), one_by_one);
}

TEST_F(Program, CountsAreTheSameForEveryNumberOfProcesses) {
  for (const auto* jobs : {"1", "2", "3"}) {
    const auto ended = run(std::string("check counts/violating --jobs ") + jobs);
    EXPECT_EQ(ended.status, 0) << ended.out;
  }
}

TEST_F(Program, ExplainShowsLabelPlaceAndStaleRead) {
  for (const std::string engine : {"checker", "relacy"}) {
    const auto ended = run("explain right/fails --engine " + engine);
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    EXPECT_TRUE(has(ended.out, "[fixture.publish]")) << ended.out;
    EXPECT_TRUE(has(ended.out, "models/program/tests/fixture_models.cpp:")) << ended.out;
    EXPECT_TRUE(has(ended.out, "STALE")) << ended.out;
    EXPECT_TRUE(has(ended.out, "requirement: the message is read")) << ended.out;
    EXPECT_TRUE(has(ended.out, "vigil replay right/fails@" + engine + ":requirement:")) << ended.out;
  }
}

TEST_F(Program, ExplainOfAModelThatHoldsSaysWhatWasSearched) {
  const auto ended = run("explain right/holds");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "No violation under checker")) << ended.out;
  EXPECT_TRUE(has(ended.out, "exhaustive: 2 executions")) << ended.out;
  EXPECT_TRUE(has(run("explain right/holds --engine relacy").out, "context bound 2: all "));
}

TEST_F(Program, ExplainUnderAnotherMemoryModelSaysSo) {
  EXPECT_TRUE(has(run("explain memory-models/rc11-is-declared").out, "memory model C++20"));
  const auto ended = run("explain memory-models/rc11-is-declared --memory-model rc11");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(has(ended.out, "memory model RC11")) << ended.out;
}

TEST_F(Program, ExplainOfAModelThatDiffersIsStatus1) {
  const auto ended = run("explain wrong/must-hold-that-fails");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "requirement: the message is read")) << ended.out;
}

TEST_F(Program, ExplainWritesEveryForm) {
  const auto ended = run("explain right/fails --json " + file("json").string() + " --dot " + file("dot").string() +
                         " --html " + file("html").string());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.out, "") << "what goes to files is not printed";
  const auto explained = json::parse(contents(file("json")));
  EXPECT_EQ(explained["engine"], "checker");
  EXPECT_EQ(explained["story"]["violation"]["kind"], "requirement");
  EXPECT_TRUE(has(contents(file("dot")), "digraph")) << contents(file("dot"));
  EXPECT_TRUE(has(contents(file("html")), "<!doctype html>") || has(contents(file("html")), "<!DOCTYPE html>"));
  EXPECT_TRUE(has(contents(file("html")), "right/fails"));
  EXPECT_TRUE(has(run("explain right/fails --text --dot " + file("dot").string()).out, "STALE"));
}

TEST_F(Program, BriefExplanationBeginsWithTheSteps) {
  const auto ended = run("explain selftest/message-passing/relaxed-publish --brief", VIGIL_PROGRAM);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_FALSE(has(ended.out, "expected:")) << ended.out;
  EXPECT_TRUE(has(ended.out, "[selftest.mp.publish]")) << ended.out;
  EXPECT_TRUE(has(ended.out, "VIOLATION")) << ended.out;
}

TEST_F(Program, BriefExplanationByRelacyHasLabelsAndNoLines) {
  const auto ended = run("explain selftest/message-passing/relaxed-publish --brief --engine relacy", VIGIL_PROGRAM);
  EXPECT_TRUE(ended.out.starts_with("  step  thread 0")) << ended.out;
  EXPECT_TRUE(has(ended.out, "[selftest.mp.publish]")) << ended.out;
  EXPECT_FALSE(has(ended.out, ".cpp:")) << ended.out;
}

TEST_F(Program, ReplayRunsTheSameExecutionAgain) {
  for (const std::string engine : {"checker", "relacy"}) {
    const auto explained = run("explain --json - right/fails --engine " + engine);
    ASSERT_EQ(explained.status, 0) << explained.out << explained.err;
    const auto found = json::parse(explained.out);
    const auto token = found["token"].get<std::string>();
    const auto first = run("replay " + token);
    EXPECT_EQ(first.status, 0) << first.out << first.err;
    EXPECT_TRUE(has(first.out, "requirement: the message is read")) << first.out;
    for (const auto& step : found[engine == "relacy" ? "history" : "story"]["steps"])
      EXPECT_TRUE(has(first.out, step["text"].get<std::string>())) << "replay lacks " << step << "\n" << first.out;
    EXPECT_EQ(run("replay " + token).out, first.out);
  }
}

TEST_F(Program, ReplayRunsInTheProcessThatADebuggerSees) {
  const std::string saying_when_it_forks = "VIGIL_FIXTURE_SAYS_FORK=1 " VIGIL_FIXTURE;
  EXPECT_TRUE(has(run("explain right/fails", saying_when_it_forks).err, "forks"));
  for (const std::string engine : {"checker", "relacy"}) {
    const auto token = json::parse(run("explain --json - right/fails --engine " + engine).out)["token"];
    const auto ended = run("replay " + token.get<std::string>(), saying_when_it_forks);
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    EXPECT_EQ(ended.err, "");
  }
}

TEST_F(Program, TokenNamesTheMemoryModelIfItIsNotCpp20) {
  ASSERT_EQ(run("check right/fails --memory-model rc11 --json " + file("json").string()).status, 0);
  const auto token = json::parse(contents(file("json")))["models"][0]["token"].get<std::string>();
  EXPECT_TRUE(token.starts_with("right/fails@checker.rc11:requirement:")) << token;
  EXPECT_EQ(run("replay " + token).status, 0);
}

TEST_F(Program, EveryFindingOfACheckCanBeReplayed) {
  std::size_t replayed = 0;
  for (const std::string searched : {"--engine relacy selftest", "--engine checker 'selftest/m*'"}) {
    ASSERT_EQ(run("check --json " + file("json").string() + " " + searched, VIGIL_PROGRAM).status, 0) << searched;
    const auto report = json::parse(contents(file("json")));
    for (const auto& model : report["models"]) {
      if (!model.contains("token")) continue;
      const auto ended = run("replay " + model["token"].get<std::string>(), VIGIL_PROGRAM);
      EXPECT_EQ(ended.status, 0) << model["token"] << "\n" << ended.out << ended.err;
      ++replayed;
    }
  }
  EXPECT_GE(replayed, 44U);
}

TEST_F(Program, AlteredTokenIsWrongUsage) {
  auto token = json::parse(run("explain --json - right/fails").out)["token"].get<std::string>();
  const auto last = token.rfind(':');
  token[last - 1] = token[last - 1] == '1' ? '2' : '1';
  expect_wrong_usage("replay " + token, "token");
}

TEST_F(Program, VersionAndHelpAreStatus0) {
  EXPECT_TRUE(run("--version").out.starts_with("vigil "));
  EXPECT_EQ(run("--help").status, 0);
  EXPECT_EQ(run("check --help").status, 0);
}

}  // namespace
