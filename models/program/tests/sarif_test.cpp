// SARIF, annotations and hints of `vigil check`.

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

json run_of(const std::string& text) {
  const auto log = json::parse(text, nullptr, false);
  return log.is_discarded() ? json() : log["runs"][0];
}

TEST_F(Program, SarifHasAResultForAnUnexpectedViolation) {
  const auto ended = run("check wrong/must-hold-that-fails --sarif -");
  EXPECT_EQ(ended.status, 1);
  const auto log = run_of(ended.out);
  ASSERT_EQ(log["results"].size(), 1U) << ended.out;
  const auto& result = log["results"][0];
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["properties"]["model"], "wrong/must-hold-that-fails");
  EXPECT_TRUE(result["properties"]["replay"].get<std::string>().starts_with("vigil replay wrong/"));
  const auto& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "models/program/tests/fixture_models.cpp");
  EXPECT_GT(place["region"]["startLine"], 1);
  EXPECT_FALSE(result["codeFlows"][0]["threadFlows"][0]["locations"].empty());
  EXPECT_EQ(log["invocations"][0]["exitCode"], 1);
}

TEST_F(Program, SarifOfAFailureThatIsExpectedIsInformational) {
  const auto ended = run("check right/fails --sarif - --hint-limit 0");
  EXPECT_EQ(ended.status, 0);
  const auto log = run_of(ended.out);
  ASSERT_EQ(log["results"].size(), 1U) << ended.out;
  EXPECT_EQ(log["results"][0]["kind"], "informational");
  EXPECT_EQ(log["results"][0]["level"], "none");
}

TEST_F(Program, SarifNamesAVerdictWithoutAViolation) {
  const auto log = run_of(run("check wrong/must-fail-that-holds --sarif -").out);
  ASSERT_EQ(log["results"].size(), 1U);
  EXPECT_EQ(log["results"][0]["ruleId"], "unexpected-verdict");
}

TEST_F(Program, SarifThatCannotBeWrittenIsStatus4) {
  EXPECT_EQ(run("check right/holds --sarif /nowhere/at/all").status, 4);
}

TEST_F(Program, StandardOutputHasRoomForAReportOrForAnnotations) {
  expect_wrong_usage("check right/holds --sarif - --json -", "one report");
  expect_wrong_usage("check right/holds --sarif - --annotations gcc", "annotations");
  expect_wrong_usage("check right/holds --annotations forge", "forge");
}

TEST_F(Program, AnnotationsAreOfWhatIsUnexpectedAlone) {
  const auto ended = run("check '[rw][ir]*' --annotations github");
  EXPECT_TRUE(has(ended.out, "\n::error file=models/program/tests/fixture_models.cpp,line=")) << ended.out;
  EXPECT_FALSE(has(ended.out, "in right/fails::")) << ended.out;
  EXPECT_FALSE(has(run("check right/ --annotations gcc").out, "error: "));
}

// A weakened order of each primitive: the file has the line of the violation, and a hint that names the order.
TEST_F(Program, HintsNameTheWeakenedOrderOfEachPrimitive) {
  constexpr std::array kMutants{
      std::array{"deque/chase_lev/pop-against-two-steals", "steal.fence", "relaxed"},
      std::array{"deque/chase_lev/growth", "steal.array", "relaxed"},
      std::array{"deque/split/last-job", "publish.split", "relaxed"},
      std::array{"execution/bulk_work/completes", "bulk.leave", "release"},
      std::array{"injector/segmented/push-against-pop", "segment.publish", "relaxed"},
      std::array{"injector/treiber/push-against-pop", "inject.publish", "relaxed"},
      std::array{"latch/core_latch/owner-waits", "latch.set", "relaxed"},
      std::array{"latch/count_latch/freed-when-open", "count.down", "relaxed"},
      std::array{"latch/once_latch/set-once", "once.set", "relaxed"},
      std::array{"lean/event/shutdown", "event.check", "relaxed"},
      std::array{"lean/ring_buffer/pop-against-steal", "ring.publish", "relaxed"},
      std::array{"lean/treiber_queue/two-producers-two-consumers", "tqueue.publish", "relaxed"},
      std::array{"lean/vyukov_queue/one-at-a-time", "vqueue.link", "relaxed"},
  };
  for (const auto& [model, label, order] : kMutants) {
    const auto name = std::string(model) + "~" + label + "=" + order;
    const auto log = run_of(run("check '" + name + "' --sarif -", VIGIL_PROGRAM).out);
    ASSERT_EQ(log["results"].size(), 1U) << name;
    const auto& result = log["results"][0];
    EXPECT_GT(result["locations"][0]["physicalLocation"]["region"]["startLine"], 1) << name;
    const auto hint = result["properties"].value("hint", "");
    EXPECT_TRUE(has(hint, std::string("[") + label + "]")) << name << ": " << hint;
    EXPECT_TRUE(has(hint, "holds, exhaustive: ")) << name << ": " << hint;
    EXPECT_TRUE(has(hint, "to see it: vigil check '")) << name << ": " << hint;
  }
}

// The hint is a command; run, it shows the verdict and the count that the hint claims.
TEST_F(Program, HintIsTrueOfTheModelThatItNames) {
  const auto ended = run("check 'selftest/message_passing~selftest.mp.publish=relaxed' --hint", VIGIL_PROGRAM);
  const auto begin = ended.out.find("vigil check '");
  ASSERT_NE(begin, std::string::npos) << ended.out;
  const auto name = ended.out.substr(begin + 12, ended.out.find('\n', begin) - begin - 12);
  const auto repeated = run("check " + name, VIGIL_PROGRAM);
  EXPECT_EQ(repeated.status, 0) << repeated.out;
  EXPECT_TRUE(has(ended.out, "exhaustive: 2 executions")) << ended.out;
  EXPECT_TRUE(has(repeated.out, "exhaustive: 2 executions")) << repeated.out;
}

// A thread that blocks without a waker knowing of it is not woken, whatever the orders are.
TEST_F(Program, HintNamesAChoiceWhereNoOrderHelps) {
  const auto ended =
      run("check 'latch/count_latch/count-of-one~block_only_if_announced=false' --sarif -", VIGIL_PROGRAM);
  const auto log = run_of(ended.out);
  ASSERT_EQ(log["results"].size(), 1U) << ended.out << ended.err;
  const auto hint = log["results"][0]["properties"].value("hint", "");
  EXPECT_TRUE(has(hint, "choose block_only_if_announced = true: holds, exhaustive: ")) << hint;
}

}  // namespace
}  // namespace vigil::program_test
