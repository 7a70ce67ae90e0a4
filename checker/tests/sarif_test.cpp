// What a program says of its violations to forges: SARIF and annotations.

#include "annotations.hpp"
#include "sarif_rules.hpp"
#include "source_root.hpp"

#include <vigil/checker.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

namespace fs = std::filesystem;
using Layer = CheckedAtomics;
using nlohmann::json;
using testing::HasSubstr;

struct Racing {
  static constexpr auto threads() { return std::tuple{&Racing::writer, &Racing::reader}; }
  Layer::var<int> data{0, "data"};
  Layer::atomic<bool> ready{false, "ready"};

  static constexpr unsigned kLineOfWrite = __LINE__ + 2, kLineOfStore = __LINE__ + 3;
  void writer() {
    data.set(1);
    ready.store(true, std::memory_order_relaxed);
  }
  static constexpr unsigned kLineOfRead = __LINE__ + 2;
  void reader() {
    if (ready.load(std::memory_order_acquire)) (void)data.get();
  }
};

struct Holding {
  static constexpr auto threads() { return std::tuple{&Holding::add, &Holding::add}; }
  Layer::atomic<int> count{0, "count"};
  void add() { count.fetch_add(1, std::memory_order_relaxed); }
};

struct Limited : Holding {
  static constexpr auto threads() { return std::tuple{&Limited::add, &Limited::add}; }
  static Options options() {
    Options options;
    options.most_executions = 1;
    return options;
  }
};

struct Refused {
  static constexpr auto threads() { return std::tuple{&Refused::fork}; }
  void fork() { detail::refuse("the model does what cannot be explored"); }
};

template <class... Models>
int status_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "check");
  std::vector<const char*> words;
  for (const auto& argument : arguments) words.push_back(argument.c_str());
  return checker::main<Models...>(static_cast<int>(words.size()), words.data());
}

template <class... Models>
std::string output_of(const std::vector<std::string>& arguments) {
  testing::internal::CaptureStdout();
  (void)status_of<Models...>(arguments);
  return testing::internal::GetCapturedStdout();
}

template <class... Models>
json run_in(const std::vector<std::string>& more = {}) {
  auto arguments = more;
  arguments.insert(arguments.end(), {"--sarif", "-"});
  const auto log = json::parse(output_of<Models...>(arguments), nullptr, false);
  return log.is_discarded() ? json() : log["runs"][0];
}

unsigned line_of(const json& location) { return location["physicalLocation"]["region"]["startLine"]; }

TEST(Sarif, NamesTheLineOfTheAccessThatRaces) {
  const auto run = run_in<Racing>();
  ASSERT_EQ(run["results"].size(), 1U) << run.dump(1);
  const auto& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "data-race");
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(line_of(result["locations"][0]), Racing::kLineOfRead);
  const std::string uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
  EXPECT_THAT(uri, testing::EndsWith("checker/tests/sarif_test.cpp"));
  EXPECT_THAT(result["message"]["text"], HasSubstr("Racing: data-race: a read of a var is unordered with a write"));
  EXPECT_THAT(result["message"]["text"], HasSubstr("To see it again: check --replay "));
}

TEST(Sarif, RelatesTheOtherAccessAndTheFix) {
  const auto run = run_in<Racing>();
  const auto& related = run["results"][0]["relatedLocations"];
  ASSERT_EQ(related.size(), 2U);
  EXPECT_EQ(line_of(related[0]), Racing::kLineOfWrite);
  EXPECT_THAT(related[0]["message"]["text"], HasSubstr("thread 0 (writer)"));
  EXPECT_EQ(line_of(related[1]), Racing::kLineOfStore);
  EXPECT_THAT(related[1]["message"]["text"], HasSubstr("make the store of ready in writer"));
  EXPECT_THAT(run["results"][0]["properties"]["hint"],
              HasSubstr("release, with any other relaxed store on that line: holds, exhaustive: "));
}

TEST(Sarif, TellsTheStepsInTheirOrderAndByThread) {
  const auto run = run_in<Racing>();
  const auto& flows = run["results"][0]["codeFlows"];
  ASSERT_EQ(flows.size(), 2U);
  ASSERT_EQ(flows[0]["threadFlows"].size(), 1U);
  const auto& steps = flows[0]["threadFlows"][0]["locations"];
  for (std::size_t i = 0; i != steps.size(); ++i) EXPECT_EQ(steps[i]["executionOrder"], i + 1);
  EXPECT_EQ(flows[1]["threadFlows"].size(), 2U);
  EXPECT_EQ(flows[1]["threadFlows"][0]["id"], "thread 0 (writer)");
}

TEST(Sarif, HasARuleForEachKindOfViolation) {
  const auto run = run_in<Holding>();
  EXPECT_TRUE(run["results"].empty());
  const auto& rules = run["tool"]["driver"]["rules"];
  for (const auto violation : kViolations) {
    const auto index = index_of_rule(name_of(violation));
    ASSERT_LT(index, rules.size()) << name_of(violation);
    EXPECT_EQ(rules[index]["id"], name_of(violation));
    EXPECT_FALSE(rules[index]["help"]["text"].get<std::string>().empty());
  }
  EXPECT_FALSE(run["tool"]["driver"]["version"].get<std::string>().empty());
}

TEST(Sarif, SaysHowTheProgramEnded) {
  const auto ended = [](const json& run) { return run["invocations"][0]; };
  EXPECT_EQ(ended(run_in<Holding>())["executionSuccessful"], true);
  EXPECT_EQ(ended(run_in<Holding>())["exitCode"], 0);
  EXPECT_EQ(ended(run_in<Racing>())["executionSuccessful"], true);
  EXPECT_EQ(ended(run_in<Racing>())["exitCode"], 1);
  const auto limited = ended(run_in<Limited>());
  EXPECT_EQ(limited["executionSuccessful"], false);
  EXPECT_EQ(limited["exitCode"], 3);
  EXPECT_THAT(limited["toolExecutionNotifications"][0]["message"]["text"],
              HasSubstr("Limited: limit of 1 executions reached"));
}

TEST(Sarif, IsWrittenOfAModelThatCannotBeChecked) {
  const auto run = run_in<Refused>();
  const auto& ended = run["invocations"][0];
  EXPECT_EQ(ended["executionSuccessful"], false);
  EXPECT_EQ(ended["exitCode"], 2);
  EXPECT_EQ(ended["toolExecutionNotifications"][0]["level"], "error");
  EXPECT_THAT(ended["toolExecutionNotifications"][0]["message"]["text"], HasSubstr("cannot be explored"));
}

// Of the same program with lines before it.
TEST(Sarif, HasAFingerprintWithoutLines) {
  Trace trace;
  trace.violation = Violation::data_race;
  TimedStep timed;
  timed.number = 1;
  timed.thread = 0;
  timed.step.object = "data";
  timed.step.file = "/src/a.cpp";
  timed.step.function = "push";
  timed.step.line = 10;
  trace.steps.push_back(timed);
  trace.violating = 1;
  trace.violating_thread = 0;
  const SourceRoot root("/src");
  const auto before = problem_of(trace, "Model", root).fingerprint;
  trace.steps[0].step.line = 20;
  EXPECT_EQ(problem_of(trace, "Model", root).fingerprint, before);
  EXPECT_NE(problem_of(trace, "Other", root).fingerprint, before);
  trace.steps[0].step.function = "pop";
  EXPECT_NE(problem_of(trace, "Model", root).fingerprint, before);
}

TEST(Sarif, ThatCannotBeWrittenIsStatus4) {
  EXPECT_EQ(status_of<Holding>({"--sarif", "/nowhere/at/all.sarif"}), 4);
  EXPECT_EQ(status_of<Holding>({"--sarif", "/dev/full"}), 4);
}

TEST(Sarif, SharesTheStandardOutputWithNothing) {
  EXPECT_EQ(status_of<Holding>({"--sarif", "-", "--json", "-"}), 2);
  EXPECT_EQ(status_of<Holding>({"--sarif", "-", "--annotations", "github"}), 2);
}

TEST(Sarif, IsWrittenToAFile) {
  const auto file = testing::TempDir() + "vigil_sarif_test.sarif";
  EXPECT_EQ(status_of<Racing>({"--sarif", file, "--hint-limit", "0"}), 1);
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const auto log = json::parse(text.str());
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_FALSE(log["runs"][0]["results"][0]["properties"].contains("hint")) << "no time was given to find one";
  fs::remove(file);
}

TEST(SourceRoot, NamesFilesBelowItWithoutIt) {
  const SourceRoot root("/home/me/project/");
  EXPECT_EQ(root.directory(), "/home/me/project");
  EXPECT_EQ(root.path_of("/home/me/project/src/a.cpp"), "src/a.cpp");
  EXPECT_EQ(root.path_of("/home/me/project/build/../src/a.cpp"), "src/a.cpp");
  EXPECT_EQ(root.path_of("/home/me/projects/a.cpp"), "/home/me/projects/a.cpp");
  EXPECT_EQ(root.path_of("/usr/include/c++/12/atomic"), "/usr/include/c++/12/atomic");
  EXPECT_EQ(in_uri("/usr/include/c++/12/a b"), "/usr/include/c%2B%2B/12/a%20b");
}

TEST(Annotations, OfGithubAreWorkflowCommands) {
  Problem problem;
  problem.rule = "data-race";
  problem.model = "Queue<int, 2>";
  problem.message = "100% of it: two\nlines";
  problem.place = SourcePlace{"src/a,b.cpp", 12, "push"};
  EXPECT_EQ(annotation(problem, Annotations::github),
            "::error file=src/a%2Cb.cpp,line=12,title=data-race in Queue<int%2C 2>::100%25 of it: two%0Alines\n");
  problem.hint.text = "make it release";
  problem.replay = "./test --replay a1";
  EXPECT_THAT(annotation(problem, Annotations::github),
              testing::EndsWith("lines%0AHint: make it release%0ATo see it again: ./test --replay a1\n"));
}

TEST(Annotations, OfGccAreAsThoseOfACompiler) {
  const auto output = output_of<Racing>({"--annotations", "gcc"});
  const auto line = [](unsigned number) { return "sarif_test.cpp:" + std::to_string(number) + ": "; };
  EXPECT_THAT(output, HasSubstr(line(Racing::kLineOfRead) + "error: Racing: data-race: "));
  EXPECT_THAT(output, HasSubstr("[data-race]\n"));
  EXPECT_THAT(output, HasSubstr(line(Racing::kLineOfWrite) + "note: thread 0 (writer), step "));
  EXPECT_THAT(output, HasSubstr(line(Racing::kLineOfRead) + "note: hint: make the store of ready"));
}

TEST(Annotations, AreOnlyPrintedIfAskedFor) {
  setenv("GITHUB_ACTIONS", "true", 1);
  const auto output = output_of<Racing>({});
  unsetenv("GITHUB_ACTIONS");
  EXPECT_THAT(output, testing::Not(HasSubstr("::error")));
  EXPECT_THAT(output, testing::Not(HasSubstr("hint"))) << "nobody asked to try other orders";
  EXPECT_THAT(output_of<Racing>({"--hint"}), HasSubstr("\nhint: make the store of ready in writer ("));
}

TEST(Annotations, WarnOfAModelWithoutAVerdict) {
  EXPECT_THAT(output_of<Limited>({"--annotations", "github"}),
              HasSubstr("::warning title=no verdict on Limited::limit of 1 executions reached\n"));
}

}  // namespace
}  // namespace vigil::checker
