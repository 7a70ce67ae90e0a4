// Does `vigil litmus` say what each memory model allows, and end with the right status?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

// Message passing with these orders.
std::string message_passing(const std::string& name, const std::string& metadata, const std::string& store,
                            const std::string& load, const std::string& quantifier = "exists") {
  return "C " + name + "\n" + metadata +
         "{}\n"
         "P0(atomic_int* data, atomic_int* flag) {\n"
         "  atomic_store_explicit(data, 1, memory_order_relaxed);\n"
         "  atomic_store_explicit(flag, 1, memory_order_" +
         store +
         ");\n}\n"
         "P1(atomic_int* data, atomic_int* flag) {\n"
         "  int r0 = atomic_load_explicit(flag, memory_order_" +
         load +
         ");\n"
         "  int r1 = atomic_load_explicit(data, memory_order_relaxed);\n}\n" +
         quantifier + " (1:r0=1 /\\ 1:r1=0)\n";
}
const std::string kWeak = message_passing("MP", "", "relaxed", "relaxed");
const std::string kStrong = message_passing("MP+rel+acq", "cpp20=forbidden\nrc11=forbidden\n", "release", "acquire");

class LitmusProgram : public Program {
 protected:
  std::string written(const std::string& name, const std::string& text) const {
    fs::create_directories(file(name).parent_path());
    std::ofstream(file(name)) << text;
    return file(name).string();
  }
};

TEST_F(LitmusProgram, SaysWhatEachMemoryModelAllows) {
  const auto ended = run("litmus " + written("a/mp.litmus", kWeak));
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.out,
            "test  cpp20         rc11          tso           sc\n"
            "MP    allowed       allowed       forbidden     forbidden\n"
            "1 test, 4 verdicts, 4 expect nothing\n0 passed, 0 failed\n");
}

TEST_F(LitmusProgram, ReadsAllTestsOfADirectoryAndComparesWhatTheyExpect) {
  written("tests/b/strong.litmus", kStrong);
  written("tests/a/weak.litmus", message_passing("MP", "cpp20=allowed\ntso=forbidden\n", "relaxed", "relaxed"));
  written("tests/a/no-test.txt", "not read");
  const auto ended = run("litmus " + file("tests").string());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_LT(ended.out.find("MP   "), ended.out.find("MP+rel+acq")) << "by name of their files";
  EXPECT_EQ(last_line(ended.out), "4 passed, 0 failed");
}

TEST_F(LitmusProgram, AVerdictThatIsNotExpectedFails) {
  const auto ended =
      run("litmus " + written("t/mp.litmus", message_passing("MP", "cpp20=forbidden\n", "relaxed", "relaxed")));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "FAIL cpp20: forbidden expected, allowed seen; 1 of 4 executions end so")) << ended.out;
  EXPECT_EQ(last_line(ended.out), "0 passed, 1 failed");
}

TEST_F(LitmusProgram, AnAssertionOfTheTestFails) {
  const auto weak = written("t/weak.litmus", message_passing("MP", "", "relaxed", "relaxed", "~exists"));
  const auto ended = run("litmus --memory-model cpp20 " + weak);
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "FAIL cpp20: the test says ~exists, and that is allowed")) << ended.out;
  const auto strong = written("t/strong.litmus", message_passing("MP", "", "release", "acquire", "~exists"));
  EXPECT_EQ(run("litmus --memory-model cpp20 " + strong).status, 0);
}

TEST_F(LitmusProgram, ShowsStatesAndAnExecution) {
  const auto ended = run("litmus --memory-model cpp20 --states --explain " + written("t/mp.litmus", kWeak));
  EXPECT_TRUE(has(ended.out, "1  1:r0=1 1:r1=0\n")) << ended.out;
  EXPECT_TRUE(has(ended.out, "load data = 0, relaxed (initial)")) << ended.out;
  EXPECT_TRUE(has(ended.out, "STALE: step 1 already wrote 1")) << ended.out;
  EXPECT_TRUE(has(run("litmus --memory-model sc --explain " + file("t/mp.litmus").string()).out,
                  "sc: no execution of 3 ends so"));
}

TEST_F(LitmusProgram, ExplainsWhyThereIsNoExecution) {
  const auto test = written("t/mp.litmus", message_passing("MP", "", "release", "acquire"));
  const auto ended = run("litmus --explain --memory-model cpp20 " + test);
  EXPECT_TRUE(has(ended.out,
                  "cpp20: no execution of 3 ends so\n"
                  "  1 execution would end so if threads obeyed nothing but their own code\n"
                  "           1  against coherence\n"
                  "  coherence:\n"
                  "    sb  store data = 1 (P0, line 4) comes before store flag = 1 (P0, line 5) in their thread.\n"
                  "    sw  store flag = 1 (P0, line 5) synchronises with load flag = 1 (P1, line 8).\n"))
      << ended.out;
  const auto report = json::parse(run("litmus --explain --json - --memory-model cpp20 " + test).out);
  const auto& why = report["tests"][0]["verdicts"][0]["why_not"];
  EXPECT_EQ(why["axiom"], "coherence");
  EXPECT_EQ(why["cycle"].size(), 4U);
  EXPECT_FALSE(json::parse(run("litmus --json - " + test).out)["tests"][0]["verdicts"][0].contains("why_not"));
}

TEST_F(LitmusProgram, SaysWhatOneChangeWouldDo) {
  const auto test = written("t/mp.litmus", message_passing("MP", "", "relaxed", "acquire"));
  const auto ended = run("litmus --changes --memory-model cpp20 " + test);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(has(ended.out,
                  "  cpp20: allowed; of 16 single changes, these give another verdict\n"
                  "    forbidden     before line 5 of P0: a release fence\n"
                  "    forbidden     line 5 of P0: release instead of relaxed\n"))
      << ended.out;
  const auto strong = run("litmus --changes --memory-model sc " + test);
  EXPECT_TRUE(has(strong.out, "  sc: forbidden; none of 16 single changes gives another verdict\n")) << strong.out;
  const auto report = json::parse(run("litmus --changes --json - --memory-model cpp20 " + test).out);
  const auto& verdict = report["tests"][0]["verdicts"][0];
  EXPECT_EQ(verdict["changes_tried"], 16);
  EXPECT_EQ(verdict["changes_unknown"], 0);
  EXPECT_EQ(verdict["changes"][1],
            json({{"change", "line 5 of P0: release instead of relaxed"}, {"verdict", "forbidden"}}));
  EXPECT_FALSE(json::parse(run("litmus --json - " + test).out)["tests"][0]["verdicts"][0].contains("changes"));
}

TEST_F(LitmusProgram, DrawsTheExecution) {
  const auto test = written("t/mp.litmus", kWeak);
  const auto picture = run("litmus --memory-model cpp20 --svg - " + test);
  EXPECT_EQ(picture.status, 0) << picture.err;
  EXPECT_TRUE(picture.out.starts_with("<svg")) << picture.out.substr(0, 200);
  const auto page = file("page.html").string();
  EXPECT_EQ(run("litmus --memory-model cpp20 --html " + page + " " + test).status, 0);
  EXPECT_TRUE(has(contents(page), "MP")) << contents(page).substr(0, 200);
  expect_wrong_usage("litmus --svg - " + test, "want one test and one --memory-model");
  expect_wrong_usage("litmus --memory-model sc --svg - " + test, "there is nothing to draw: MP is forbidden under sc");
}

TEST_F(LitmusProgram, ReadsTheStandardInput) {
  const auto ended = run("litmus --memory-model sc - <" + written("mp", kWeak));
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(has(ended.out, "MP    forbidden")) << ended.out;
}

TEST_F(LitmusProgram, SaysWhereATestIsWrongAndRunsTheOthers) {
  const auto wrong = written("t/wrong.litmus", "C wrong\n{}\nP0(atomic_int* x) {\n  atomic_stor(x, 1);\n}\n");
  const auto ended = run("litmus " + wrong + " " + written("t/mp.litmus", kWeak));
  EXPECT_EQ(ended.status, 2);
  EXPECT_TRUE(has(ended.err, wrong + ":4:3: ")) << ended.err;
  EXPECT_TRUE(has(ended.out, "MP    allowed")) << ended.out;
}

TEST_F(LitmusProgram, RefusesWhatItCannotRead) {
  expect_wrong_usage("litmus", "file");
  expect_wrong_usage("litmus " + file("nowhere.litmus").string(), "nowhere.litmus cannot be read");
  fs::create_directories(file("empty"));
  expect_wrong_usage("litmus " + file("empty").string(), "has no file that ends with .litmus");
  const auto unknown = written("t/unknown.litmus", message_passing("MP", "cpp20=perhaps\n", "relaxed", "relaxed"));
  expect_wrong_usage("litmus " + unknown, "'cpp20=perhaps' names no verdict");
  expect_wrong_usage("litmus --memory-model c11 " + written("t/mp.litmus", kWeak), "--memory-model");
  expect_wrong_usage("litmus --json - --junit - " + file("t/mp.litmus").string(), "has room for one report");
}

TEST_F(LitmusProgram, ALimitIsNoVerdict) {
  const auto ended = run("litmus --memory-model cpp20 --operations 1 " + written("t/mp.litmus", kStrong));
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "MP+rel+acq  unknown")) << ended.out;
  EXPECT_TRUE(has(ended.out, "LIMIT cpp20: a thread was stopped at the bound on operations (--operations)"))
      << ended.out;
}

TEST_F(LitmusProgram, WritesJson) {
  const auto ended = run("litmus --json - " + written("t/mp.litmus", kStrong));
  EXPECT_EQ(ended.status, 0) << ended.err;
  const auto test = json::parse(ended.out)["tests"][0];
  EXPECT_EQ(test["name"], "MP+rel+acq");
  ASSERT_EQ(test["verdicts"].size(), 4U);
  const auto& verdict = test["verdicts"][0];
  EXPECT_EQ(verdict["memory_model"], "cpp20");
  EXPECT_EQ(verdict["verdict"], "forbidden");
  EXPECT_EQ(verdict["expected"], "forbidden");
  EXPECT_EQ(verdict["as_expected"], true);
  EXPECT_EQ(verdict["complete"], true);
  EXPECT_EQ(verdict["witnesses"], 0);
  EXPECT_EQ(verdict["others"], 3);
  EXPECT_EQ(verdict["states"].size(), 3U);
  EXPECT_FALSE(test["verdicts"][2].contains("expected")) << "the test says nothing of tso";
}

TEST_F(LitmusProgram, WritesJUnit) {
  written("t/weak.litmus", message_passing("MP", "cpp20=forbidden\n", "relaxed", "relaxed"));
  const auto ended = run("litmus --memory-model cpp20 --junit " + file("out.xml").string() + " " + file("t").string());
  EXPECT_EQ(ended.status, 1);
  const auto xml = contents(file("out.xml"));
  EXPECT_TRUE(has(xml, "tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\"")) << xml;
  EXPECT_TRUE(has(xml, "classname=\"vigil.litmus.cpp20\" name=\"MP\"")) << xml;
  EXPECT_TRUE(has(xml, "<failure type=\"verdict\" message=\"forbidden expected, allowed seen\"/>")) << xml;
}

TEST_F(LitmusProgram, OutputThatCannotBeWrittenIsNoVerdict) {
  const auto test = written("t/mp.litmus", kWeak);
  EXPECT_EQ(run("litmus --json /dev/full " + test).status, 4);
  EXPECT_EQ(run("litmus --json " + file("no/such").string() + " " + test).status, 4);
}

}  // namespace
}  // namespace vigil::program_test
