// What the program says of wrong usage, and in its tables and reports.

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace vigil::program_test {
namespace {

using nlohmann::json;

TEST_F(Program, WrongUsageIsStatus2WithOneLine) {
  expect_wrong_usage("", "subcommand");
  expect_wrong_usage("check no-such-model", "no-such-model");
  expect_wrong_usage("list no-such-model", "no-such-model");
  expect_wrong_usage("explain no-such-model", "no-such-model");
  expect_wrong_usage("check --jobs 0", "--jobs");
  expect_wrong_usage("check --engine relacy --bound 1000", "--bound");
  expect_wrong_usage("check --engine relacy --bound -1", "--bound");
  for (const std::string time : {"0", "-1", "nan", "inf", "-inf", "1e400", "1e7", "''", "1s"}) {
    expect_wrong_usage("check --time-limit " + time, "--time-limit");
    EXPECT_LT(run("check --time-limit " + time).err.size(), 200U) << time;
  }
  for (const std::string number : {"18446744073709551616", "18446744073709551617", "1e3", "-1", "010", "0x10", "''"}) {
    expect_wrong_usage("check right --limit " + number, "--limit");
    expect_wrong_usage("check right --sample " + number, "--sample");
    expect_wrong_usage("check right --sample 1 --seed " + number, "--seed");
  }
  expect_wrong_usage("check --engine nonesuch", "nonesuch");
  expect_wrong_usage("check --memory-model nonesuch", "nonesuch");
  expect_wrong_usage("check --sampling pct", "--sample");
  expect_wrong_usage("check --sample 10 --sampling nonesuch", "nonesuch");
  expect_wrong_usage("check right --json ''", "names no file");
  expect_wrong_usage("check right --junit ''", "names no file");
  expect_wrong_usage("explain right/fails --dot ''", "names no file");
  expect_wrong_usage("orders --pages ''", "names no file");
  expect_wrong_usage("check --frobnicate", "frobnicate");
  expect_wrong_usage("replay garbage", "token");
}

TEST_F(Program, ChangeThatAModelDoesNotHaveIsWrongUsageThatSaysWhatItHas) {
  for (const std::string command : {"check ", "list ", "explain "}) {
    expect_wrong_usage(
        command + "right/holds~fixture.hear=relaxed",
        "right/holds has no order and no choice that is called \"fixture.hear\"; it has fixture.publish, "
        "fixture.see");
    expect_wrong_usage(command + "right/holds~fixture.see=strong",
                       "\"strong\" is not an order: relaxed, consume, acquire");
    expect_wrong_usage(command + "right/nothing~fixture.see=relaxed", "no model is called \"right/nothing\"");
    expect_wrong_usage(command + "right/holds~fixture.see", "\"fixture.see\" is no change");
    expect_wrong_usage(command + "limit/takes-hours~a=b", "it has none at all");
    expect_wrong_usage(command + "right/holds~mutant=none", "has no source mutants");
  }
}

TEST_F(Program, OrderThatIsUndefinedForItsOperationFails) {
  const auto ended = run("check right/holds~fixture.publish=acquire");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "undefined-order")) << ended.out;
  EXPECT_TRUE(has(run("explain right/holds~fixture.publish=acquire").out, "[fixture.publish]"));
}

TEST_F(Program, ContextBoundIsWrongUsageOfTheChecker) { expect_wrong_usage("check --bound 2", "--bound"); }

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

TEST_F(Program, UnknownFormatIsWrongUsage) { expect_wrong_usage("check --format prose", "prose"); }

TEST_F(Program, JsonReportNamesEveryModelWithItsScope) {
  ASSERT_EQ(run("check --json " + file("json").string() + " right/").status, 0);
  const auto report = json::parse(contents(file("json")));
  ASSERT_EQ(report["models"].size(), 2U) << report.dump(2);
  EXPECT_EQ(report["summary"]["passed"], 2);
  const auto& failing = report["models"][0];
  EXPECT_EQ(failing["name"], "right/fails");
  EXPECT_EQ(failing["outcome"], "requirement");
  EXPECT_EQ(failing["defects"], json::array({"S-99"}));
  EXPECT_FALSE(failing["token"].get<std::string>().empty());
  const auto& exhausted = report["models"][1];
  EXPECT_EQ(exhausted["outcome"], "holds");
  EXPECT_EQ(exhausted["engine"], "checker");
  EXPECT_EQ(exhausted["memory_model"], "cpp20");
  EXPECT_EQ(exhausted["exhaustive"], true);
  EXPECT_EQ(exhausted["searches"][0]["executions"], 2);
  EXPECT_EQ(exhausted["searches"][0]["blocked"], 0);
}

TEST_F(Program, ReportToTheStandardOutputTakesThePlaceOfTheTable) {
  const auto before = fs::current_path();
  fs::current_path(directory_);
  const auto as_json = run("check right/holds --json -");
  const auto as_xml = run("check right/holds --junit -");
  const auto exhibits = run("gallery S-99 --json -");
  const bool left_a_file = fs::exists("-");
  fs::current_path(before);
  EXPECT_EQ(json::parse(as_json.out, nullptr, false)["summary"]["passed"], 1) << as_json.out;
  EXPECT_TRUE(as_xml.out.starts_with("<?xml")) << as_xml.out;
  EXPECT_FALSE(json::parse(exhibits.out, nullptr, false).is_discarded()) << exhibits.out;
  EXPECT_FALSE(left_a_file) << "a file named -";
}

TEST_F(Program, StandardOutputHasRoomForOneReport) {
  expect_wrong_usage("check right/holds --json - --junit -", "one report");
  expect_wrong_usage("explain right/fails --json - --dot -", "one report");
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

// Its vector of workers is recognised in every process: the addresses of a model's memory are the same in all.
TEST_F(Program, CountsOfAModelWithContainersAreTheSameForEveryNumberOfProcesses) {
  std::vector<std::string> counts;
  for (const auto* jobs : {"1", "2", "3"}) {
    const auto arguments =
        "check 'sleep/sleep/counter/one-bi?' --jobs " + std::string(jobs) + " --json " + file("json").string();
    ASSERT_EQ(run(arguments, VIGIL_PROGRAM).status, 0);
    counts.push_back(json::parse(contents(file("json")))["models"][0]["searches"].dump());
  }
  EXPECT_EQ(counts[1], counts[0]);
  EXPECT_EQ(counts[2], counts[0]);
}

TEST_F(Program, CountsAreTheSameForEveryNumberOfProcesses) {
  for (const auto* jobs : {"1", "2", "3"}) {
    const auto ended = run(std::string("check counts/violating --jobs ") + jobs);
    EXPECT_EQ(ended.status, 0) << ended.out;
  }
}

TEST_F(Program, TheLastOfTwoChangesOfAnEntryCounts) {
  const std::string entry = "selftest/message_passing~selftest.mp.publish=";
  const auto ended = run("check '" + entry + "relaxed~selftest.mp.publish=release'", VIGIL_PROGRAM);
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_NE(ended.out.find(entry + "release "), std::string::npos) << ended.out;
}

TEST_F(Program, VersionAndHelpAreStatus0) {
  EXPECT_TRUE(run("--version").out.starts_with("vigil "));
  EXPECT_EQ(run("--help").status, 0);
  EXPECT_EQ(run("check --help").status, 0);
}

}  // namespace
}  // namespace vigil::program_test
