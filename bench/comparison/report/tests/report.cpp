// What a report makes of its rounds: which it drops, what it marks, and what its pages say of that.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <comparison/report/page.hpp>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::comparison {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

// The entry of a row in a run, with `counters` as in "\"ns\":2".
std::string entry(const std::string& name, const std::string& counters, int family = 0) {
  return "{\"name\":\"pool/" + name +
         "/iterations:1/real_time\",\"run_type\":\"iteration\",\"family_index\":" + std::to_string(family) +
         ",\"iterations\":1,\"real_time\":9," + counters + "}";
}

const std::string kContext =
    "\"date\":\"2026-01-01\",\"num_cpus\":2,\"load_avg\":[0.5,1,1],\"compiler\":\"g++ 12\",\"pool peers not "
    "found\":\"Rayon\",\"version of oneTBB\":\"2021.8\",\"version of Go\":\"go1.19\"";

// A run with these entries.
std::string run(const std::string& entries, const std::string& context = kContext) {
  return "{\"context\":{" + context + "},\"benchmarks\":[" + entries + "]}";
}

// Runs that each measure one row once, as entry() says.
std::vector<std::string> runs_of(const std::string& name, const std::vector<std::string>& counters) {
  std::vector<std::string> all;
  for (const std::string& each : counters) all.push_back(run(entry(name, each)));
  return all;
}

Results results_of(const std::vector<std::string>& runs) {
  std::vector<std::string> paths;
  for (const std::string& text : runs) {
    paths.push_back(testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() +
                    std::to_string(paths.size()) + ".json");
    std::ofstream(paths.back()) << text;
  }
  return Results::read(paths, "pool");
}

std::string error_of(const std::vector<std::string>& runs) {
  try {
    results_of(runs);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

std::string page_of(const std::vector<std::string>& runs) { return pool_page(results_of(runs)).front().text; }

Figure figure_of(const std::vector<std::string>& counters) {
  return results_of(runs_of("fib/vigil/workers:1", counters)).find("fib", "vigil", 1, "ns").value_or(Figure{});
}

TEST(Report, ShowsMedianLeastAndMostOfTheRounds) {
  const Figure of_three = figure_of({"\"ns\":7", "\"ns\":2", "\"ns\":3"});
  EXPECT_EQ(of_three.median, 3);
  EXPECT_EQ(of_three.least, 2);
  EXPECT_EQ(of_three.most, 7);
  EXPECT_EQ(figure_of({"\"ns\":7", "\"ns\":2"}).median, 4.5);
}

TEST(Report, DropsARoundThatOtherProgramsDisturbed) {
  const Figure figure = figure_of({"\"ns\":2,\"others\":0.02", "\"ns\":68,\"others\":0.4", "\"ns\":3,\"others\":0.1"});
  EXPECT_EQ(figure.median, 2.5);
  EXPECT_EQ(figure.most, 3);
  EXPECT_FALSE(figure.is_disturbed);
}

TEST(Report, KeepsTheLeastDisturbedRoundIfAllWereDisturbedAndMarksIt) {
  const Figure figure = figure_of({"\"ns\":2,\"others\":0.9", "\"ns\":5,\"others\":0.3", "\"ns\":3,\"others\":0.4"});
  EXPECT_EQ(figure.median, 5);
  EXPECT_EQ(figure.most, 5);
  EXPECT_TRUE(figure.is_disturbed);
}

TEST(Report, KeepsRoundsOfWhichItIsUnknownWhatOthersUsed) {
  const Results results = results_of(runs_of("fib/vigil/workers:1", {"\"ns\":2", "\"ns\":4,\"others\":0.9"}));
  EXPECT_EQ(results.find("fib", "vigil", 1, "ns").value_or(Figure{}).median, 2);
  ASSERT_EQ(results.rows().size(), 1U);
  EXPECT_EQ(results.rows()[0].unknown, 1U);
  EXPECT_EQ(results.rows()[0].dropped, 1U);
}

TEST(Report, OrdersPeersAsTheyAreRegistered) {
  const std::string first =
      entry("fib/oneTBB/workers:1", "\"ns\":1", 2) + "," + entry("fib/vigil/workers:1", "\"ns\":1", 1);
  const std::string second = entry("fib/vigil/workers:1", "\"ns\":1", 1) + "," + entry("fib/sequential", "\"ns\":1", 0);
  EXPECT_THAT(results_of({run(first), run(second)}).peers("fib"), ElementsAre("sequential", "vigil", "oneTBB"));
}

TEST(Report, IgnoresAggregatesAndCountsFailures) {
  const std::string aggregate = R"({"name":"pool/fib/vigil/workers:1_mean","run_type":"aggregate","ns":9})";
  const std::string failure = entry("fib/vigil/workers:1", R"("error_message":"a wrong result","ns":9)");
  const Results results = results_of({run(entry("fib/vigil/workers:1", "\"ns\":1") + "," + aggregate), run(failure)});
  ASSERT_EQ(results.rows().size(), 1U);
  EXPECT_EQ(results.rows()[0].failed, 1U);
  EXPECT_EQ(results.find("fib", "vigil", 1, "ns").value_or(Figure{}).most, 1);
}

TEST(Report, NamesTheVersionsOfThePeersThatWereMeasured) {
  const std::vector<std::string> runs = runs_of("fib/oneTBB/workers:1", {"\"ns\":1"});
  EXPECT_THAT(results_of(runs).versions(), ElementsAre(Pair("oneTBB", "2021.8")));
  EXPECT_THAT(page_of(runs), HasSubstr("Peers: oneTBB 2021.8; not found there: Rayon."));
}

TEST(Page, ShowsTheSpreadAndTheBestBatchOfAllRounds) {
  const std::string page = page_of(runs_of(
      "fib/vigil/workers:2", {"\"ns\":7,\"least_ns\":4", "\"ns\":2,\"least_ns\":2", "\"ns\":3,\"least_ns\":1.5"}));
  EXPECT_THAT(page, HasSubstr("| pool | workers | ns | best batch |"));
  EXPECT_THAT(page, HasSubstr("| vigil | 2 | 3.00 (2.00–7.00) | 1.50 | – | – |\n"));
}

TEST(Page, SaysHowManyRoundsAndWhatWasDropped) {
  const std::vector<std::string> counters{"\"ns\":2,\"others\":0.02", "\"ns\":68,\"others\":0.4",
                                          "\"ns\":3,\"others\":0"};
  const std::string page = page_of(runs_of("sort/oneTBB/workers:2", counters));
  EXPECT_THAT(page, HasSubstr("wrote this page from 3 rounds."));
  EXPECT_THAT(page, HasSubstr("Of 3 measurements, 1 was dropped for it."));
  EXPECT_THAT(page, HasSubstr("| sort/oneTBB/workers:2 | 3 | 1 | 0 | 0.00–0.40 |"));
  EXPECT_THAT(page, Not(HasSubstr("†")));
}

TEST(Page, SaysThatNothingWasDropped) {
  const std::string page = page_of(runs_of("fib/vigil/workers:1", {"\"ns\":2,\"others\":0", "\"ns\":2,\"others\":0"}));
  EXPECT_THAT(page, AllOf(HasSubstr("Of 2 measurements, 0 were dropped for it."), Not(HasSubstr("left out")),
                          Not(HasSubstr("unknown: the"))));
}

TEST(Page, SaysThatItIsUnknownWhatOthersUsed) {
  EXPECT_THAT(page_of(runs_of("fib/vigil/workers:1", {"\"ns\":2", "\"ns\":2"})),
              HasSubstr("For 2 measurements, what others used is unknown"));
}

TEST(Page, SaysThatAMeasurementFailed) {
  const std::string page = page_of(runs_of("fib/vigil/workers:1", {"\"ns\":2", R"("error_message":"wrong")"}));
  EXPECT_THAT(page, HasSubstr("1 measurement failed."));
  EXPECT_THAT(page, HasSubstr("| fib/vigil/workers:1 | 2 | 0 | 1 | – |"));
}

TEST(Page, MarksTheFiguresOfARowThatWasAlwaysDisturbedAndNoOthers) {
  const std::string quiet = entry("fib/vigil/workers:1", "\"ns\":2,\"sequentials\":2,\"others\":0");
  const std::string busy = entry("fib/vigil/workers:2", "\"ns\":3,\"others\":0.7");
  const std::string other = entry("beside/Rayon/workers:1/fib", "\"ns\":0.2,\"others\":0.7");
  const std::string run_of_all = run(quiet + "," + busy + "," + other);
  const std::string page = page_of({run_of_all, run_of_all});
  EXPECT_THAT(page, HasSubstr("2 rows were disturbed in every round."));
  EXPECT_THAT(page, HasSubstr("| vigil | 2 | 3.00 † |"));
  EXPECT_THAT(page, HasSubstr("| vigil | 1 | 2.00 |"));
  EXPECT_THAT(page, HasSubstr("| a join in units of the sequential program, 1 worker ≤ 1.50 | 2.00 | missed |"));
  EXPECT_THAT(page, HasSubstr("| fib, times as fast as oneTBB, 1 worker ≥ 20.00 | – | not measured |"));
  EXPECT_THAT(page, HasSubstr("| fib, times as fast as Rayon, 1 worker ≥ 4.00 | 5.00 † | met, on a busy machine |"));
  EXPECT_THAT(page, HasSubstr("| fib/vigil/workers:2 † | 2 | 1 | 0 | 0.70–0.70 |"));
}

TEST(Page, ComparesWithAnotherPoolByTheirTurns) {
  const std::string page = page_of({run(
      entry("fib_of_doubles/vigil/workers:1", R"("larger_ns":1.8,"smaller_ns":4)") + "," +
      entry("fib_of_doubles/Lace/workers:1", R"("larger_ns":9,"smaller_ns":9)") + "," +
      entry("beside/Lace/workers:1/fib_of_doubles", "\"ns\":0.9") + "," +
      entry("beside/Lace/workers:2/fib_of_longs", "\"ns\":1.5") + "," +
      entry("beside/mutex+condvar/workers:2/lone/pause_us:1000", R"("start_p50_us":1.2,"cpu_us":1.1)") + "," +
      entry("beside/mutex+condvar/workers:2/lone/pause_us:0", "\"whole_p50_us\":0.1") + "," +
      entry("beside/OpenMP/workers:2/tasks", "\"ns\":2") + "," + entry("beside/Rayon/workers:1/sort", "\"ns\":1.01"))});
  EXPECT_THAT(page, HasSubstr("| ns per join, doubles, in those of Lace, 1 worker ≤ 0.95 | 0.90 | met |"));
  EXPECT_THAT(page, HasSubstr("| ns per join, 64-bit integers, in those of Lace, 2 workers ≤ 0.95 | 1.50 | missed |"));
  EXPECT_THAT(page, HasSubstr("| ns per join, ints, in those of Lace, 1 worker ≤ 0.95 | – | not measured |"));
  EXPECT_THAT(page, HasSubstr("| a lone job's start, p50, in those of mutex+condvar, 2 workers ≤ 1.30 | 1.20 | met |"));
  EXPECT_THAT(
      page, HasSubstr("| a lone job's processor time, in those of mutex+condvar, 2 workers ≤ 1.00 | 1.10 | missed |"));
  EXPECT_THAT(page, HasSubstr("| there and back without a pause, p50, in those of mutex+condvar, 2 workers ≤ 1.00 | "
                              "0.10 | met |"));
  EXPECT_THAT(page, HasSubstr("| ns per element of the sort, in those of Rayon, 1 worker ≤ 1.00 | 1.01 | missed |"));
  EXPECT_THAT(page, HasSubstr("| ns per empty task, in those of OpenMP, 2 workers ≤ 1.00 | 2.00 | missed |"));
  EXPECT_THAT(page, HasSubstr("| ns per empty task, in those of oneTBB, 2 workers ≤ 1.00 | – | not measured |"));
  EXPECT_THAT(page, HasSubstr("| vigil | 1 | 1.80 | 4.00 |"));
}

TEST(Page, ShowsByHowMuchAnAimIsMissedThatReadsAsMet) {
  EXPECT_THAT(page_of(runs_of("beside/Lace/workers:1/fib_of_ints", {"\"ns\":0.9512", "\"ns\":0.94", "\"ns\":0.96"})),
              HasSubstr("≤ 0.95 | 0.951 (0.940–0.960) | missed |"));
  EXPECT_THAT(page_of(runs_of("beside/Lace/workers:1/fib_of_ints", {"\"ns\":0.949"})),
              HasSubstr("≤ 0.95 | 0.95 | met |"));
}

TEST(Page, TurnsTheSpreadRoundWhenItSaysHowManyTimesAsFast) {
  EXPECT_THAT(page_of(runs_of("beside/oneTBB/workers:1/fib", {"\"ns\":0.02", "\"ns\":0.04", "\"ns\":0.1"})),
              HasSubstr("| fib, times as fast as oneTBB, 1 worker ≥ 20.00 | 25.00 (10.00–50.00) | met |"));
}

TEST(Page, JudgesAimsByMedians) {
  const std::string page =
      page_of(runs_of("fib/vigil/workers:1", {"\"sequentials\":1", "\"sequentials\":1.7", "\"sequentials\":1.8"}));
  EXPECT_THAT(page,
              HasSubstr("| a join in units of the sequential program, 1 worker ≤ 1.50 | 1.70 (1.00–1.80) | missed |"));
}

TEST(Ratio, IsAsWideAndAsDoubtfulAsItsFiguresAllow) {
  const Figure quiet{.median = 4, .least = 2, .most = 6};
  const Figure busy{.median = 2, .least = 1, .most = 4, .is_disturbed = true};
  const Figure figure = ratio(quiet, busy).value_or(Figure{});
  EXPECT_EQ(figure.median, 2);
  EXPECT_EQ(figure.least, 0.5);
  EXPECT_EQ(figure.most, 6);
  EXPECT_TRUE(figure.is_disturbed);
  EXPECT_FALSE(ratio(quiet, quiet).value_or(Figure{}).is_disturbed);
  EXPECT_FALSE(ratio(quiet, std::nullopt));
}

TEST(BadRuns, AreRefusedWithAReason) {
  const std::string good = entry("fib/vigil/workers:1", "\"ns\":2");
  const auto context = [&](const std::string& text) { return run(good, text); };
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "parse error"},
      {"[]", "there is no 'context'"},
      {"{\"context\":{" + kContext + "}}", "there is no 'benchmarks'"},
      {"{\"context\":{" + kContext + "},\"benchmarks\":7}", "'benchmarks' is no list: 7"},
      {run(""), "there is no measurement"},
      {run("7"), "there is no 'run_type'"},
      {run(R"({"run_type":"iteration"})"), "there is no 'name'"},
      {run(R"({"run_type":"iteration","name":7})"), "'name' is no text: 7"},
      {context(R"("num_cpus":2)"), "there is no 'date'"},
      {context(R"("date":"","load_avg":[])"), "there is no 'num_cpus'"},
      {context(R"("date":"","num_cpus":-1)"), "'num_cpus' is no whole number: -1"},
      {context(R"("date":"","num_cpus":2,"load_avg":"high")"), "'load_avg' is no list: \"high\""},
      {context(R"("date":"","num_cpus":2,"load_avg":["high"])"), "'load_avg' is no list of numbers: [\"high\"]"},
      {context(R"("date":"","num_cpus":2,"compiler":7)"), "'compiler' is no text: 7"},
      {context(R"("date":"","num_cpus":2,"version of vigil":7)"), "'version of vigil' is no text: 7"}};
  for (const auto& [text, reason] : cases) EXPECT_THAT(error_of({text}), HasSubstr(reason)) << text;
}

TEST(BadRuns, AreNamed) { EXPECT_THAT(error_of({run(entry("fib/vigil", "\"ns\":2")), "7"}), HasSubstr("1.json: ")); }

TEST(BadRuns, MayNotBeOfAnotherMachineOrCompiler) {
  const std::string entries = entry("fib/vigil/workers:1", "\"ns\":2");
  const std::string other = R"("date":"","num_cpus":2,"compiler":"clang 14")";
  EXPECT_THAT(error_of({run(entries), run(entries, other)}), HasSubstr("clang 14, another one of"));
}

TEST(Report, NeedsNoLoad) {
  EXPECT_THAT(results_of({run(entry("fib/vigil/workers:1", "\"ns\":2"), R"("date":"today","num_cpus":2)")}).machine(),
              HasSubstr("today, load unknown at the beginning"));
}

}  // namespace
}  // namespace vigil::comparison
