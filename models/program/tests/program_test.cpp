// The program as its user meets it: exit statuses, reports, counterexamples. Runs the fixture's models.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

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

  fs::path directory_;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

TEST_F(Program, CheckOfRightModelsEndsWithStatus0) {
  const auto ended = run("check right/");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(last_line(ended.out), "2 passed, 0 failed");
}

TEST_F(Program, MustHoldModelThatFailsDiffersAndHasAToken) {
  const auto ended = run("check wrong/must-hold-that-fails");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "FAIL")) << ended.out;
  EXPECT_TRUE(has(ended.out, "vigil replay wrong/must-hold-that-fails@relacy:requirement:")) << ended.out;
}

TEST_F(Program, MustFailModelThatHoldsDiffers) { EXPECT_EQ(run("check wrong/must-fail-that-holds").status, 1); }

TEST_F(Program, MustFailModelThatFailsWithAnotherKindDiffers) {
  EXPECT_EQ(run("check wrong/fails-with-another-kind").status, 1);
}

TEST_F(Program, ExemptionDiffersWhenTheEngineIsRight) {
  EXPECT_EQ(run("check wrong/exemption-that-is-none").status, 1);
}

TEST_F(Program, BoundThatDoesNotEndWithinItsLimitIsStatus3) {
  const auto ended = run("check limit/bound-does-not-end");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "context bound 2: stopped after 50")) << ended.out;
  EXPECT_FALSE(has(ended.out, "Exhaustive")) << ended.out;
}

TEST_F(Program, TimeLimitIsStatus3AndSaysHowFarItCame) {
  const auto ended = run("check limit/takes-hours --time-limit 0.2");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "of 4,000,000,000; context bound 2: stopped after 0")) << ended.out;
}

TEST_F(Program, ExecutionThatDoesNotEndIsStoppedAfterTheTimeLimit) {
  const auto ended = run("check limit/execution-does-not-end --time-limit 0.2");
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "an execution does not end")) << ended.out;
}

TEST_F(Program, InterruptEndsWithStatus3AndWhatWasCovered) {
  const auto out = file("interrupted").string();
  const pid_t process = fork();
  ASSERT_GE(process, 0);
  if (process == 0) {
    const int descriptor = open(out.c_str(), O_CREAT | O_WRONLY, 0600);
    dup2(descriptor, STDOUT_FILENO);
    execl(VIGIL_FIXTURE, VIGIL_FIXTURE, "check", "limit/takes-hours", nullptr);
    _exit(127);
  }
  // The head of the table says that the program is under way.
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (contents(out).empty() && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
  kill(process, SIGINT);
  int status = 0;
  waitpid(process, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 3) << contents(out);
  EXPECT_TRUE(has(contents(out), "interrupted")) << contents(out);
}

TEST_F(Program, WrongUsageIsStatus2WithOneLine) {
  expect_wrong_usage("", "subcommand");
  expect_wrong_usage("check no-such-model", "no-such-model");
  expect_wrong_usage("list no-such-model", "no-such-model");
  expect_wrong_usage("explain no-such-model", "no-such-model");
  expect_wrong_usage("check --jobs 0", "--jobs");
  expect_wrong_usage("check --bound 1000", "--bound");
  expect_wrong_usage("check --bound -1", "--bound");
  expect_wrong_usage("check --time-limit 0", "--time-limit");
  expect_wrong_usage("check --engine nonesuch", "nonesuch");
  expect_wrong_usage("check right --json /nonexistent/file", "/nonexistent/file");
  expect_wrong_usage("check right --junit /nonexistent/file", "/nonexistent/file");
  expect_wrong_usage("check --frobnicate", "frobnicate");
  expect_wrong_usage("replay garbage", "token");
}

TEST_F(Program, MarkdownOfModelsHasARowForEachAndTheScope) {
  const auto ended = run("check right/ --format models");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 6) << "2 of head, 2 models, blank, scope:\n"
                                                                     << ended.out;
  EXPECT_TRUE(has(ended.out, "Engine relacy")) << ended.out;
  EXPECT_FALSE(has(run("check wrong/must-hold-that-fails --format models").out, "| holds | found"))
      << "a verdict that differs must not look like one that does not";
}

TEST_F(Program, MarkdownOfPrimitivesCountsAVerdictThatDiffers) {
  const auto ended = run("check wrong/must-hold-that-fails --format primitives");
  EXPECT_EQ(ended.status, 1) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "| `wrong/must-hold-that-fails` | 0 | 0 | 0 | 1 |")) << ended.out;
}

TEST_F(Program, UnknownFormatIsWrongUsage) { expect_wrong_usage("check --format prose", "prose"); }

TEST_F(Program, JsonReportNamesEveryModelWithItsScope) {
  ASSERT_EQ(run("check --json " + file("json").string() + " right/").status, 0);
  const auto report = json::parse(contents(file("json")));
  ASSERT_EQ(report["models"].size(), 2U) << report.dump(2);
  EXPECT_EQ(report["engine"], "relacy");
  EXPECT_EQ(report["summary"]["passed"], 2);
  const auto& fails = report["models"][0];
  EXPECT_EQ(fails["name"], "right/fails");
  EXPECT_EQ(fails["outcome"], "requirement");
  EXPECT_EQ(fails["defects"], json::array({"S-99"}));
  EXPECT_FALSE(fails["token"].get<std::string>().empty());
  const auto& holds = report["models"][1];
  EXPECT_EQ(holds["outcome"], "holds");
  EXPECT_EQ(holds["searches"][1]["kind"], "bound");
  EXPECT_EQ(holds["searches"][1]["finished"], true);
  EXPECT_GT(holds["searches"][1]["executions"], 1);
}

TEST_F(Program, JunitReportCountsFailures) {
  ASSERT_EQ(run("check --junit " + file("xml").string() + " 'right/*'").status, 0);
  EXPECT_TRUE(has(contents(file("xml")), "tests=\"2\" failures=\"0\"")) << contents(file("xml"));
  ASSERT_EQ(run("check --junit " + file("xml").string() + " wrong/must-fail-that-holds").status, 1);
  const auto xml = contents(file("xml"));
  EXPECT_TRUE(has(xml, "tests=\"1\" failures=\"1\"")) << xml;
  EXPECT_TRUE(has(xml, "<failure type=\"differs\" message=\"expected fails: requirement, seen ")) << xml;
  EXPECT_TRUE(xml.starts_with("<?xml")) << xml;
  EXPECT_TRUE(xml.ends_with("</testsuite>\n")) << xml;
}

TEST_F(Program, ReportsOfModelsInParallelKeepTheirOrder) {
  const auto names = [&](const std::string& jobs) {
    const auto ended = run("check --jobs " + jobs + " --json " + file("json").string() + " '[rw]*'");
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

TEST_F(Program, ExplainShowsLabelPlaceAndStaleRead) {
  const auto ended = run("explain right/fails");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "[fixture.publish]")) << ended.out;
  EXPECT_TRUE(has(ended.out, "models/program/tests/fixture_models.cpp:")) << ended.out;
  EXPECT_TRUE(has(ended.out, "STALE")) << ended.out;
  EXPECT_TRUE(has(ended.out, "VIOLATION thread 1: requirement: the message is read")) << ended.out;
}

TEST_F(Program, ExplainOfAModelThatHoldsSaysWhatWasSearched) {
  const auto ended = run("explain right/holds");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "No violation under relacy")) << ended.out;
  EXPECT_TRUE(has(ended.out, "context bound 2: all ")) << ended.out;
}

TEST_F(Program, ExplainOfAModelThatDiffersIsStatus1) { EXPECT_EQ(run("explain wrong/must-hold-that-fails").status, 1); }

TEST_F(Program, BriefExplanationHasLabelsAndNoLines) {
  const auto ended = run("explain selftest/message-passing/relaxed-publish --brief", VIGIL_PROGRAM);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(ended.out.starts_with("  step  thread 0")) << ended.out;
  EXPECT_TRUE(has(ended.out, "[selftest.mp.publish]")) << ended.out;
  EXPECT_TRUE(has(ended.out, "VIOLATION")) << ended.out;
  EXPECT_FALSE(has(ended.out, ".cpp:")) << ended.out;
}

TEST_F(Program, ReplayRunsTheSameExecutionAgain) {
  const auto explained = run("explain --json right/fails");
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

TEST_F(Program, EveryFindingOfACheckCanBeReplayed) {
  ASSERT_EQ(run("check --json " + file("json").string() + " selftest", VIGIL_PROGRAM).status, 0);
  std::size_t replayed = 0;
  const auto report = json::parse(contents(file("json")));
  for (const auto& model : report["models"]) {
    if (!model.contains("token")) continue;
    const auto ended = run("replay " + model["token"].get<std::string>(), VIGIL_PROGRAM);
    EXPECT_EQ(ended.status, 0) << model["token"] << "\n" << ended.out << ended.err;
    ++replayed;
  }
  EXPECT_GE(replayed, 30U);
}

TEST_F(Program, AlteredTokenIsWrongUsage) {
  auto token = json::parse(run("explain --json right/fails").out)["token"].get<std::string>();
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
