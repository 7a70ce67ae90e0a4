// Does a command end when its time is over, and say what it has not done?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <map>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

TEST_F(Program, ModelsThatHaveNotBegunWhenTheTimeIsOverAreNotRun) {
  const auto begin = std::chrono::steady_clock::now();
  const auto ended = run("check '*/[th]*s' --jobs 1 --total-time 0.5 --json " + file("json").string() + " --junit " +
                         file("xml").string());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  EXPECT_EQ(ended.status, 3) << ended.out << ended.err;
  std::map<std::string, std::string> status;
  const auto report = json::parse(contents(file("json")));
  for (const auto& model : report["models"]) status[model["name"]] = model["status"];
  EXPECT_EQ(status["limit/takes-hours"], "limit") << ended.out;
  EXPECT_EQ(status["limit/too-many-threads"], "not-run") << ended.out;
  EXPECT_EQ(status["right/holds"], "not-run") << ended.out;
  EXPECT_TRUE(has(ended.out, "not run: the time for the whole command was over")) << ended.out;
  EXPECT_TRUE(has(last_line(ended.out), "2 not run, because the time for the whole command was over")) << ended.out;
  EXPECT_TRUE(has(contents(file("xml")), "<skipped message=\"not run: the time for the whole command was over\"/>"))
      << contents(file("xml"));
}

TEST_F(Program, TimeThatIsEnoughChangesNothing) {
  EXPECT_EQ(run("check right/ --total-time 600").status, 0);
  EXPECT_EQ(run("gallery S-99 --total-time 600").status, 0);
}

// One may begin in time, and is stopped then.
TEST_F(Program, ExhibitsThatHaveNotBegunAreNotRun) {
  const auto ended = run("gallery S-99 --jobs 1 --total-time 0.001 --junit " + file("xml").string());
  EXPECT_EQ(ended.status, 3) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "**not run**")) << ended.out;
  EXPECT_TRUE(has(contents(file("xml")), "<skipped message=\"not run: the time for the whole command was over\"/>"))
      << contents(file("xml"));
}

// The objections to a primitive that has begun count more than the limit.
TEST_F(Program, PrimitivesThatHaveNotBegunAreNotRun) {
  const auto ended = run("orders grounds --total-time 0.001 --junit " + file("xml").string());
  EXPECT_TRUE(ended.status == 1 || ended.status == 3) << ended.status << ended.out << ended.err;
  EXPECT_TRUE(has(ended.err, "is not run: the time for the whole command was over")) << ended.err;
  EXPECT_TRUE(has(contents(file("xml")), "<skipped message=\"not run: ")) << contents(file("xml"));
}

TEST_F(Program, TotalTimeThatIsNoneIsWrongUsage) {
  for (const std::string command : {"check", "gallery", "orders"})
    for (const std::string time : {"0", "-1", "nan", "inf", "1e7", "''", "1s"})
      expect_wrong_usage(command + " --total-time " + time, "--total-time");
}

}  // namespace
}  // namespace vigil::program_test
