#include <vigil/checker.hpp>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;
using testing::Not;

struct Holding {
  static constexpr auto threads() { return std::tuple{&Holding::add, &Holding::add}; }
  Layer::atomic<int> count{0};
  void add() { count.fetch_add(1, std::memory_order_relaxed); }
  void finish() { Layer::require(count.load(std::memory_order_relaxed) == 2, "both are counted"); }
};

// A thread that loads and then stores may lose an increment in between.
struct Losing {
  static constexpr auto threads() { return std::tuple{&Losing::add, &Losing::add}; }
  Layer::atomic<int> count{0};
  void add() { count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  void finish() { Layer::require(count.load(std::memory_order_relaxed) == 2, "both are counted"); }
};

struct Bounded : Holding {
  static constexpr auto threads() { return std::tuple{&Bounded::add, &Bounded::add}; }
  static Options options() {
    Options options;
    options.most_executions = 1;
    return options;
  }
};

// The deadline has passed.
struct Late : Holding {
  static constexpr auto threads() { return std::tuple{&Late::add, &Late::add}; }
  static Options options() {
    Options options;
    options.deadline.emplace();
    return options;
  }
};

template <class... Models>
int status_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "check");
  return checker::main<Models...>(static_cast<int>(arguments.size()), arguments.data());
}

// What `status_of` printed.
template <class... Models>
std::string output_of(const std::vector<const char*>& arguments) {
  testing::internal::CaptureStdout();
  (void)status_of<Models...>(arguments);
  return testing::internal::GetCapturedStdout();
}

TEST(Verdict, OfAModelThatHoldsSaysHowMuchWasExplored) {
  const auto verdict = run<Holding>();
  EXPECT_TRUE(verdict.holds());
  EXPECT_EQ(verdict.exit_status(), 0);
  EXPECT_THAT(text(verdict),
              HasSubstr("Holding: holds\n  memory model  C++20, sb and rf acyclic together (no load buffering)\n"));
  EXPECT_THAT(text(verdict), HasSubstr("exhaustive: 2 executions, 0 blocked\n"));
}

TEST(Verdict, OfAModelThatFailsShowsTheCounterexample) {
  const auto verdict = run<Losing>();
  EXPECT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.exit_status(), 1);
  ASSERT_TRUE(verdict.trace.has_value());
  EXPECT_EQ(verdict.trace->violation, Violation::requirement);
  EXPECT_THAT(text(verdict), HasSubstr("Losing: fails: requirement (both are counted)\n"));
  EXPECT_THAT(text(verdict), testing::ContainsRegex("run_test.cpp:[0-9]+ add"));
}

TEST(Verdict, KnowsTheBoundsThatAModelStates) {
  const auto verdict = run<Bounded>();
  EXPECT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.exit_status(), 3);
  EXPECT_THAT(text(verdict), HasSubstr("Bounded: nothing found\n"));
  EXPECT_THAT(text(verdict), HasSubstr("not complete: 1 execution, 0 blocked; limit of 1 executions reached"));
}

TEST(Verdict, OfASampleNeverHolds) {
  const auto verdict = run(subject<Holding>(), Sample{.count = 10});
  EXPECT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.exit_status(), 0);
  EXPECT_THAT(text(verdict), HasSubstr("Holding: nothing found\n"));
  EXPECT_THAT(text(verdict), HasSubstr("sampled 10 of 10 planned (uniform, seed 1): 10 executions"));
}

TEST(Verdict, NamesTheMemoryModelAndTheReplayThatFitsIt) {
  auto chosen = subject<Losing>();
  chosen.options.memory_model = MemoryModel::rc11;
  const auto verdict = run(chosen);
  EXPECT_THAT(text(verdict, "./check"), HasSubstr("memory model  RC11, sb and rf"));
  EXPECT_THAT(text(verdict, "./check"),
              HasSubstr("./check --memory-model rc11 --replay " + verdict.result.finding->choices + "\n"));
}

// Its first execution ends before both threads have.
struct LosingAtOnce : Losing {
  static constexpr auto threads() { return std::tuple{&LosingAtOnce::fail, &LosingAtOnce::add}; }
  void fail() { Layer::require(false, "nothing is required"); }
};

TEST(Verdict, CountsTheExecutionThatViolates) {
  const auto verdict = run<LosingAtOnce>();
  EXPECT_EQ(verdict.result.executions, 0U) << "complete ones";
  EXPECT_EQ(verdict.result.seen(), 1U);
  EXPECT_THAT(text(verdict), HasSubstr("found after 1 execution\n"));
}

TEST(Verdict, CountsViolatingExecutionsOfEveryProcess) {
  auto counting = subject<LosingAtOnce>();
  counting.options.count_violations = true;
  const auto alone = run(counting).result;
  counting.options.jobs = 2;
  const auto shared = run(counting).result;
  EXPECT_EQ(shared.seen(), alone.seen());
  EXPECT_EQ(shared.cut_short, alone.cut_short);
}

TEST(Program, EndsWithTheWorstOfItsModels) {
  EXPECT_EQ(status_of<Holding>({}), 0);
  EXPECT_EQ((status_of<Holding, Bounded>({})), 3);
  EXPECT_EQ((status_of<Losing, Bounded, Holding>({})), 1);
}

TEST(Program, ChecksOnlyTheModelsThatAreNamed) {
  EXPECT_EQ((status_of<Losing, Holding>({"Hold"})), 0);
  EXPECT_THAT((output_of<Losing, Holding>({"Hold"})), Not(HasSubstr("Losing")));
  EXPECT_EQ((output_of<Losing, Holding>({"--list"})), "Losing\nHolding\n");
  EXPECT_EQ((output_of<Losing, Holding>({"--list", "*ing"})), "Losing\nHolding\n");
  EXPECT_EQ((output_of<Losing, Holding>({"--list", "L*"})), "Losing\n");
}

TEST(Program, EstimatesInsteadOfSearching) {
  EXPECT_EQ((output_of<Losing, Holding>({"--estimate"})),
            "Losing: about 4 executions, and 0 blocked executions\n"
            "Holding: about 2 executions, and 0 blocked executions\n");
  EXPECT_EQ(output_of<Holding>({"--estimate", "--symmetry"}),
            "Holding: about 1 execution up to symmetry, and 0 blocked executions\n");
  EXPECT_EQ(status_of<Losing>({"--estimate"}), 0) << "no verdict was asked for";
  EXPECT_EQ(output_of<Late>({"--estimate"}), "Late: no estimate within the time limit\n");
  EXPECT_EQ(status_of<Late>({"--estimate"}), 3);
}

TEST(Program, ReplaysWhatItFound) {
  const auto choices = run<Losing>().result.finding->choices;
  EXPECT_EQ(status_of<Losing>({"--replay", choices.c_str()}), 1);
  EXPECT_THAT(output_of<Losing>({"--replay", choices.c_str()}), HasSubstr("both are counted"));
  EXPECT_EQ((status_of<Losing, Holding>({"--replay", choices.c_str()})), 2) << "which of the models?";
  EXPECT_EQ((status_of<Losing, Holding>({"--replay", choices.c_str(), "Losing"})), 1);
}

TEST(Program, CountsAllViolationsIfAsked) {
  EXPECT_THAT(output_of<Losing>({"--count"}), HasSubstr("found: exhaustive: 4 executions, 0 blocked, 2 violating"));
  EXPECT_THAT(output_of<Losing>({}), HasSubstr("found after 2 executions\n"));
}

TEST(Program, DrawsASampleInTheWayThatIsAskedFor) {
  EXPECT_THAT(output_of<Holding>({"--sample", "9", "--sampling", "pct", "--seed", "7"}),
              HasSubstr("sampled 9 of 9 planned (pct, seed 7)"));
}

TEST(Program, SharesASearchBetweenProcesses) {
  EXPECT_THAT(output_of<Holding>({"--jobs", "2"}), HasSubstr("exhaustive: 2 executions"));
}

TEST(Program, WritesThePageToTheStandardOutputInPlaceOfTheVerdict) {
  const auto page = output_of<Losing>({"--html", "-"});
  EXPECT_TRUE(page.starts_with("<!doctype html>")) << page.substr(0, 100);
  EXPECT_FALSE(std::ifstream("-").good()) << "a file named -";
}

TEST(Program, WritesThePage) {
  const auto file = testing::TempDir() + "vigil_run_test.html";
  std::remove(file.c_str());
  EXPECT_EQ(status_of<Losing>({"--html", file.c_str()}), 1);
  std::stringstream page;
  page << std::ifstream(file).rdbuf();
  EXPECT_THAT(page.str(), HasSubstr("both are counted"));
  std::remove(file.c_str());
  EXPECT_EQ(status_of<Losing>({"--html", "/nowhere/at/all.html"}), 4);
}

TEST(Program, DrawsThePictureThatIsAskedFor) {
  const auto picture = output_of<Losing>({"--svg", "-"});
  EXPECT_TRUE(picture.starts_with("<svg ")) << picture.substr(0, 100);
  EXPECT_EQ(status_of<Losing>({"--svg", "/nowhere/at/all.svg"}), 4);
}

TEST(Program, RefusesArgumentsThatMakeNoSense) {
  const std::vector<std::vector<const char*>> senseless{{"--unknown"},
                                                        {"--jobs"},
                                                        {"--jobs", "0"},
                                                        {"--limit", "many"},
                                                        {"--memory-model", "x86"},
                                                        {"NoModelIsNamedThis"},
                                                        {"Holding", "more"},
                                                        {"--replay", "!"},
                                                        {"--seed", "2"},
                                                        {"--jobs", "1000"},
                                                        {"--sample", "9", "--sampling", "some"},
                                                        {"--sample", "9", "--seed", "18446744073709551617"},
                                                        {"--limit", "18446744073709551617"},
                                                        {"--limit", "010"},
                                                        {"--time-limit", "nan"},
                                                        {"--time-limit", "inf"},
                                                        {"--json", ""},
                                                        {"--html", ""}};
  for (const auto& arguments : senseless) EXPECT_EQ(status_of<Holding>(arguments), 2) << arguments.front();
}

}  // namespace
}  // namespace vigil::checker
