// Counterexamples as the program shows them, and their replay.

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace vigil::program_test {
namespace {

using nlohmann::json;

TEST_F(Program, ExplainShowsLabelPlaceAndStaleRead) {
  const auto ended = run("explain right/fails");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "[fixture.publish]")) << ended.out;
  EXPECT_TRUE(has(ended.out, "models/program/tests/fixture_models.cpp:")) << ended.out;
  EXPECT_TRUE(has(ended.out, "STALE")) << ended.out;
  EXPECT_TRUE(has(ended.out, "requirement: the message is read")) << ended.out;
  EXPECT_TRUE(has(ended.out, "vigil replay right/fails@checker:requirement:")) << ended.out;
}

TEST_F(Program, ExplainOfAModelThatHoldsSaysWhatWasSearched) {
  const auto ended = run("explain right/holds");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "No violation under checker")) << ended.out;
  EXPECT_TRUE(has(ended.out, "exhaustive: 2 executions")) << ended.out;
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
                         " --html " + file("html").string() + " --svg " + file("svg").string());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.out, "") << "what goes to files is not printed";
  const auto explained = json::parse(contents(file("json")));
  EXPECT_EQ(explained["engine"], "checker");
  EXPECT_EQ(explained["trace"]["violation"]["kind"], "requirement");
  EXPECT_TRUE(has(contents(file("dot")), "digraph")) << contents(file("dot"));
  EXPECT_TRUE(has(contents(file("html")), "<!doctype html>") || has(contents(file("html")), "<!DOCTYPE html>"));
  EXPECT_TRUE(has(contents(file("html")), "right/fails"));
  EXPECT_TRUE(contents(file("svg")).starts_with("<svg ")) << contents(file("svg"));
  EXPECT_TRUE(has(contents(file("svg")), "Counterexample: right/fails"));
  EXPECT_TRUE(has(run("explain right/fails --text --dot " + file("dot").string()).out, "STALE"));
}

TEST_F(Program, ExplainDrawsTheSamePictureEachTime) {
  ASSERT_EQ(run("explain right/fails --svg " + file("svg").string()).status, 0);
  const auto first = contents(file("svg"));
  ASSERT_EQ(run("explain right/fails --svg " + file("svg").string()).status, 0);
  EXPECT_EQ(contents(file("svg")), first);
}

TEST_F(Program, PictureOfAModelThatHoldsIsNotWritten) {
  const auto ended = run("explain right/holds --svg " + file("svg").string());
  EXPECT_EQ(ended.status, 0);
  EXPECT_TRUE(has(ended.err, "there is no violation to show")) << ended.err;
}

TEST_F(Program, BriefExplanationHasLabelsAndNoLines) {
  const auto ended = run("explain selftest/message_passing/relaxed-publish --brief", VIGIL_PROGRAM);
  EXPECT_TRUE(has(ended.out, "writer [selftest.mp.publish]")) << ended.out;
  EXPECT_FALSE(has(ended.out, ".cpp:")) << ended.out;
  EXPECT_FALSE(has(ended.out, ".hpp:")) << ended.out;
}

TEST_F(Program, BriefExplanationBeginsWithTheSteps) {
  const auto ended = run("explain selftest/message_passing/relaxed-publish --brief", VIGIL_PROGRAM);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_FALSE(has(ended.out, "expected:")) << ended.out;
  EXPECT_TRUE(has(ended.out, "[selftest.mp.publish]")) << ended.out;
  EXPECT_TRUE(has(ended.out, "VIOLATION")) << ended.out;
}

TEST_F(Program, CounterexampleIsWrittenAsALitmusTest) {
  const auto test = file("fails.litmus").string();
  ASSERT_EQ(run("explain right/fails --litmus " + test).status, 0);
  const auto text = contents(test);
  EXPECT_TRUE(has(text, "C right/fails\n")) << text;
  const auto ended = run("litmus --states " + test);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "right/fails  allowed       allowed       forbidden     forbidden")) << ended.out << text;
}

TEST_F(Program, EveryCounterexampleThatIsALitmusTestIsAllowedThere) {
  std::size_t written = 0;
  const auto test = file("counterexample.litmus").string();
  ASSERT_EQ(run("check --json " + file("json").string() + " 'injector/*'", VIGIL_PROGRAM).status, 0);
  const auto report = json::parse(contents(file("json")));
  for (const auto& model : report["models"]) {
    if (model["must_hold"].get<bool>()) continue;
    const auto name = model["name"].get<std::string>();
    if (run("explain " + name + " --litmus " + test, VIGIL_PROGRAM).status != 0) continue;
    const auto ended = run("litmus --memory-model cpp20 " + test);
    EXPECT_TRUE(has(ended.out, name + "  allowed") || has(ended.out, name + "  undefined"))
        << ended.out << contents(test);
    ++written;
  }
  EXPECT_GT(written, 5U);
}

TEST_F(Program, WhatNoLitmusTestCanSayIsRefused) {
  const auto test = file("none.litmus").string();
  const auto ended =
      run("explain latch/lock_latch/freed-when-set/notified-after-unlocking --litmus " + test, VIGIL_PROGRAM);
  EXPECT_EQ(ended.status, 2);
  EXPECT_TRUE(has(ended.err, "is not written: herd's C has no word for a mutex")) << ended.err;
  EXPECT_FALSE(fs::exists(test));
  const auto holds = run("explain right/holds --litmus " + test);
  EXPECT_EQ(holds.status, 0);
  EXPECT_TRUE(has(holds.err, "there is no violation to show")) << holds.err;
}

TEST_F(Program, ReplayRunsTheSameExecutionAgain) {
  const auto explained = run("explain --json - right/fails");
  ASSERT_EQ(explained.status, 0) << explained.out << explained.err;
  const auto found = json::parse(explained.out);
  const auto token = found["token"].get<std::string>();
  const auto first = run("replay " + token);
  EXPECT_EQ(first.status, 0) << first.out << first.err;
  EXPECT_TRUE(has(first.out, "requirement: the message is read")) << first.out;
  // A narrow column breaks the text behind its first comma.
  for (const auto& step : found["trace"]["steps"]) {
    const auto text = step["text"].get<std::string>();
    EXPECT_TRUE(has(first.out, text.substr(0, text.find(',')))) << "replay lacks " << step << "\n" << first.out;
  }
  EXPECT_EQ(run("replay " + token).out, first.out);
}

TEST_F(Program, ReplayRunsInTheProcessThatADebuggerSees) {
  const std::string saying_when_it_forks = "VIGIL_FIXTURE_SAYS_FORK=1 " VIGIL_FIXTURE;
  EXPECT_TRUE(has(run("explain right/fails", saying_when_it_forks).err, "forks"));
  const auto token = json::parse(run("explain --json - right/fails").out)["token"].get<std::string>();
  const auto ended = run("replay " + token, saying_when_it_forks);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.err, "");
}

TEST_F(Program, TokenNamesTheMemoryModelIfItIsNotCpp20) {
  ASSERT_EQ(run("check right/fails --memory-model rc11 --json " + file("json").string()).status, 0);
  const auto token = json::parse(contents(file("json")))["models"][0]["token"].get<std::string>();
  EXPECT_TRUE(token.starts_with("right/fails@checker.rc11:requirement:")) << token;
  EXPECT_EQ(run("replay " + token).status, 0);
}

TEST_F(Program, EveryFindingOfACheckCanBeReplayed) {
  std::size_t replayed = 0;
  ASSERT_EQ(run("check --json " + file("json").string() + " 'selftest/m*'", VIGIL_PROGRAM).status, 0);
  const auto report = json::parse(contents(file("json")));
  for (const auto& model : report["models"]) {
    if (!model.contains("token")) continue;
    const auto ended = run("replay " + model["token"].get<std::string>(), VIGIL_PROGRAM);
    EXPECT_EQ(ended.status, 0) << model["token"] << "\n" << ended.out << ended.err;
    ++replayed;
  }
  EXPECT_GE(replayed, 16U);
}

TEST_F(Program, AlteredTokenIsWrongUsage) {
  auto token = json::parse(run("explain --json - right/fails").out)["token"].get<std::string>();
  const auto last = token.rfind(':');
  token[last - 1] = token[last - 1] == '1' ? '2' : '1';
  expect_wrong_usage("replay " + token, "token");
}

}  // namespace
}  // namespace vigil::program_test
