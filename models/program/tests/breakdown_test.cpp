// What is no verdict has a word and a status of its own: output that is not written, a search that broke down, a model
// that cannot be checked.

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace vigil::program_test {
namespace {

using nlohmann::json;

class Breakdown : public Program {
 protected:
  // Of a shell, in which the redirections come last.
  [[nodiscard]] int status_of(const std::string& arguments, const std::string& redirections) const {
    const auto command = std::string(VIGIL_FIXTURE) + " " + arguments + " " + redirections;
    const int status = std::system(("(" + command + ") 2>" + file("err").string()).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] std::string token() const {
    return json::parse(run("explain --json - right/fails").out)["token"].get<std::string>();
  }
  // Of a check of one model, in its report.
  [[nodiscard]] json checked(const std::string& arguments) const {
    const auto ended =
        run("check " + arguments + " --json " + file("json").string() + " --junit " + file("xml").string());
    const auto report = json::parse(contents(file("json")), nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << ended.out << ended.err;
    auto model = report["models"][0];
    model["exit_status"] = ended.status;
    model["printed"] = ended.out;
    model["xml"] = contents(file("xml"));
    return model;
  }
  void expect_broken(const json& model, const std::string& what) const {
    EXPECT_EQ(model["exit_status"], 5) << model;
    EXPECT_EQ(model["status"], "broken") << model;
    EXPECT_EQ(model["outcome"], "incomplete") << model;
    EXPECT_EQ(model["complete"], false) << model;
    EXPECT_EQ(model["problem"], what) << model;
    for (const auto& search : model["searches"]) EXPECT_EQ(search["stop"], "broken") << model;
    const auto printed = model["printed"].get<std::string>();
    EXPECT_TRUE(has(printed, "ERROR ")) << printed;
    EXPECT_TRUE(has(printed, "no verdict")) << printed;
    EXPECT_TRUE(has(printed, "broke down: " + what)) << printed;
    EXPECT_FALSE(has(printed, "time limit")) << printed;
    EXPECT_EQ(last_line(printed), "0 passed, 0 failed, 1 without a verdict, because the search broke down");
    const auto xml = model["xml"].get<std::string>();
    EXPECT_TRUE(has(xml, "failures=\"0\" errors=\"1\"")) << xml;
    EXPECT_TRUE(has(xml, "<error type=\"broken\" message=\"" + what + "\"/>")) << xml;
  }
};

TEST_F(Breakdown, OfOutputOnAFullDiskIsStatus4) {
  const std::vector<std::string> commands{"list",
                                          "check right/",
                                          "check right/ --format models",
                                          "check right/ --json -",
                                          "check wrong/must-hold-that-fails",
                                          "explain right/fails",
                                          "explain right/fails --svg -",
                                          "gallery S-99",
                                          "gallery S-99 --json -",
                                          "--help",
                                          "check --help",
                                          "--version",
                                          "replay " + token()};
  for (const auto& arguments : commands) {
    EXPECT_EQ(status_of(arguments, ">/dev/full"), 4) << arguments;
    EXPECT_TRUE(has(contents(file("err")), "cannot write the standard output")) << arguments;
  }
}

TEST_F(Breakdown, OfAClosedOutputIsStatus4) {
  for (const std::string arguments : {"list", "check right/", "explain right/fails", "gallery S-99", "--help"}) {
    EXPECT_EQ(status_of(arguments, ">&-"), 4) << arguments;
    EXPECT_TRUE(has(contents(file("err")), "cannot write the standard output")) << arguments;
  }
}

TEST_F(Breakdown, OfAFileThatCannotBeWrittenIsStatus4) {
  for (const std::string name : {"/dev/full", "/nonexistent/file"})
    for (const std::string arguments :
         {"check right/ --json ", "check right/ --junit ", "explain right/fails --html ", "explain right/fails --svg ",
          "explain right/fails --dot ", "explain right/fails --json ", "gallery S-99 --json "}) {
      EXPECT_EQ(status_of(arguments + name, ">/dev/null"), 4) << arguments << name;
      EXPECT_TRUE(has(contents(file("err")), "cannot write \"" + name + "\": ")) << contents(file("err"));
    }
}

// What the program opens must not get their numbers.
TEST_F(Breakdown, OfStandardStreamsDoesNotReachTheVerdicts) {
  const auto report = file("json").string();
  for (const auto& [closed, status] :
       {std::pair<std::string, int>{"<&- >&- 2>&-", 4}, {"<&- >&-", 4}, {"<&-", 0}, {"2>&-", 0}})
    for (const std::string jobs : {"1", "2"}) {
      EXPECT_EQ(status_of("check right/ --jobs " + jobs + " --json " + report, ">/dev/null " + closed), status)
          << closed;
      EXPECT_EQ(json::parse(contents(report), nullptr, false)["summary"]["passed"], 2) << closed;
    }
}

TEST_F(Breakdown, OfAKilledProcessIsNoVerdict) {
  const std::string how = "a process of the search was ended by a signal: Killed";
  expect_broken(checked("breaks/killed"), how);
  setenv("VIGIL_FIXTURE_KILLS_WORKERS", "", 1);
  const auto shared = checked("breaks/killed --jobs 2"), alone = checked("breaks/killed --jobs 1");
  unsetenv("VIGIL_FIXTURE_KILLS_WORKERS");
  expect_broken(shared, how);
  EXPECT_EQ(alone["status"], "passed") << "there is no worker";
}

TEST_F(Breakdown, OfExhaustedMemoryIsNoVerdict) { expect_broken(checked("breaks/memory"), "memory is exhausted"); }

TEST_F(Breakdown, OfOneModelLeavesTheOthersAlone) {
  const auto both = run("check ea --json " + file("json").string());
  EXPECT_EQ(both.status, 1) << "a verdict that differs weighs more";
  const auto summary = json::parse(contents(file("json")), nullptr, false)["summary"];
  EXPECT_EQ(summary["broken"], 2) << summary;
  EXPECT_EQ(summary["refused"], 1) << summary;
}

TEST_F(Breakdown, OfAnExplanationIsStatus5) {
  const auto killed = run("explain breaks/killed");
  EXPECT_EQ(killed.status, 5) << killed.out;
  EXPECT_TRUE(has(killed.err, "was ended by a signal: Killed")) << killed.err;
  const auto exhausted = run("explain breaks/memory");
  EXPECT_EQ(exhausted.status, 5) << exhausted.out;
  EXPECT_TRUE(has(exhausted.err, "memory is exhausted")) << exhausted.err;
}

TEST_F(Breakdown, IsNoneOfAModelThatCannotBeChecked) {
  for (const std::string jobs : {"1", "2"}) {
    const auto model = checked("leaves/by-thread --jobs " + jobs);
    EXPECT_EQ(model["exit_status"], 2) << model;
    EXPECT_EQ(model["status"], "refused") << model;
    EXPECT_EQ(model["outcome"], "incomplete") << model;
    const auto printed = model["printed"].get<std::string>();
    EXPECT_TRUE(has(printed, "cannot be checked: the model calls pthread_create()")) << printed;
    EXPECT_TRUE(has(printed, "use Layer::thread")) << printed;
    EXPECT_TRUE(has(model["xml"].get<std::string>(), "<error type=\"refused\"")) << model;
  }
  EXPECT_EQ(run("explain leaves/by-thread").status, 2);
}

TEST_F(Breakdown, IsNoneOfAHangUp) {
  const auto ended = interrupted({"check", "limit/takes-hours"}, SIGHUP);
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "interrupted")) << ended.out;
}

}  // namespace
}  // namespace vigil::program_test
