// Does each rendering of a trace say what the trace says?

#include <vigil/checker/trace.hpp>

#include "trace_executions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace vigil::checker {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TraceHeader header() {
  return {"example/relay",      "does the message arrive?", "3 threads", "C++20", "checker",
          "vigil replay TOKEN", "/home/someone/project"};
}

std::vector<std::string> lines_of(const std::string& words) {
  std::vector<std::string> lines;
  std::istringstream in(words);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(TraceText, HasAColumnForEachThread) {
  EXPECT_EQ(text(linearise(store_buffering()), header()),
            R"(example/relay: does the message arrive?
3 threads; memory model C++20; engine checker
Shown in the order with the fewest stale reads (1), then the fewest context switches (1).

  step  thread 0                        thread 1
     1  store a1 = 1, relaxed                                            vigil/example.hpp:7 example
     2  load a2 = 0, relaxed (initial)                                   vigil/example.hpp:7 [example.check]
     3                                  store a2 = 1, relaxed            vigil/example.hpp:7 example
     4                                  load a1 = 0, relaxed (initial)   vigil/example.hpp:7 example
                                          STALE: step 1 already wrote 1
     5  VIOLATION thread 1 at step 4: requirement: one of the two <sees> the other

Again: vigil replay TOKEN
)");
}

TEST(TraceText, OfThreeThreadsIsReadableInAHundredAndTwentyColumns) {
  const auto lines = lines_of(text(linearise(relay()), header()));
  for (const auto& line : lines) EXPECT_LE(line.size(), 120U) << line;
  EXPECT_THAT(lines, ::testing::Contains(HasSubstr("thread 0  ")));
  EXPECT_THAT(lines, ::testing::Contains(HasSubstr("at the end: load a1 = 2, relaxed (from ")));
  EXPECT_THAT(lines, ::testing::Contains(HasSubstr("  setup  store a1 = 0, relaxed")));
}

TEST(TraceText, WithoutRoomForColumnsNamesTheThreadInEachLine) {
  const auto narrow = text(linearise(relay()), header(), {.width = 60});
  EXPECT_THAT(narrow, Not(HasSubstr("step  thread")));
  EXPECT_THAT(narrow, HasSubstr("  thread 2    begins"));
}

TEST(TraceText, LosesNothingInNarrowColumns) {
  auto execution = relay();
  for (auto& thread : execution.threads)
    for (auto& step : thread) step.file.clear(), step.function.clear();
  for (const unsigned width : {40U, 80U, 100U, 120U, 300U}) {
    auto shown = text(linearise(execution), {}, {.width = width});
    std::erase_if(shown, [](char letter) { return letter == ' ' || letter == '\n'; });
    for (const auto* words :
         {"fetch_adda1:1->2,acq_rel(from2)", "seq_cstfence", "loada1=0,relaxed(initial)", "readv1=7"})
      EXPECT_THAT(shown, HasSubstr(words)) << "width " << width;
  }
}

TEST(TraceText, SaysThatAThreadWaitsForever) {
  EXPECT_THAT(text(linearise(deadlock()), {}), HasSubstr("lock m2; waits forever (from 2)"));
}

TEST(TraceText, NamesTheThreads) {
  auto execution = store_buffering();
  execution.thread_names = {"left", ""};
  EXPECT_THAT(text(linearise(execution), {}), HasSubstr("  step  thread 0 (left)                 thread 1"));
  EXPECT_THAT(text(linearise(execution), {}, {.width = 40}), HasSubstr("   1  thread 0 (left)  store a1"));
}

TEST(TraceText, NamesFilesFromTheRootOfTheSourcesOrAsInAnInclude) {
  const auto shown = [](const char* file) {
    auto execution = store_buffering();
    for (auto& thread : execution.threads)
      for (auto& step : thread) step.file = file;
    return text(linearise(execution), header());
  };
  EXPECT_THAT(shown("/home/someone/project/core/include/vigil/example.hpp"),
              HasSubstr("  vigil/example.hpp:7 example"));
  EXPECT_THAT(shown("/home/someone/project/models/example.cpp"), HasSubstr("  models/example.cpp:7 example"));
  EXPECT_THAT(shown("/elsewhere/example.cpp"), HasSubstr("  /elsewhere/example.cpp:7 example"));
  // As a compiler cache names it.
  EXPECT_THAT(shown("../../models/example.cpp"), HasSubstr("  models/example.cpp:7 example"));
}

TEST(TraceText, InBriefSaysFunctionsAndLabelsButNoLines) {
  const auto brief = text(linearise(store_buffering()), {}, {.brief = true});
  EXPECT_THAT(brief, HasSubstr("store a1 = 1, relaxed                                            example\n"));
  EXPECT_THAT(brief,
              HasSubstr("load a2 = 0, relaxed (initial)                                   example [example.check]\n"));
  EXPECT_THAT(brief, Not(HasSubstr("example.hpp")));
}

TEST(TraceText, StandsInAPageAsABlockOfCode) {
  const auto page = text(linearise(deadlock()), header(), {.width = 120, .markdown = true});
  EXPECT_THAT(page, HasSubstr("`example/relay`: does the message arrive?\n"));
  EXPECT_THAT(page, HasSubstr("\n```text\n  step  thread 0"));
  EXPECT_THAT(page, HasSubstr("thread 1 for m1\n```\n"));
}

TEST(TraceText, DoesNotCallAGoodOrderTheBest) {
  EXPECT_THAT(text(linearise(deadlock(), 0), {}), HasSubstr("not known to be the best"));
}

TEST(TraceJson, SaysWhatTheTraceSays) {
  const auto parsed = nlohmann::json::parse(json(linearise(stale_message()), header()));
  EXPECT_EQ(parsed["schema"], "vigil-trace");
  EXPECT_EQ(parsed["version"], 1);
  EXPECT_EQ(parsed["model"], "example/relay");
  EXPECT_EQ(parsed["stale_reads"], 1);
  EXPECT_EQ(parsed["minimal"], true);
  ASSERT_EQ(parsed["steps"].size(), 5U);
  const auto& stale = parsed["steps"][4];
  EXPECT_EQ(stale["thread"], 1);
  EXPECT_EQ(stale["text"], "load a1 = 0, relaxed");
  EXPECT_EQ(stale["stale"], true);
  EXPECT_EQ(stale["overwritten_by"], 1);
  EXPECT_EQ(stale["from"], 0);
  EXPECT_EQ(parsed["steps"][0]["from"], nullptr);
  EXPECT_EQ(parsed["steps"][3]["from"], 3);
  const auto& object = parsed["objects"][stale["object"].get<std::size_t>()];
  EXPECT_EQ(object["name"], "a1");
  EXPECT_EQ(object["writes"][1]["value"], "42");
  EXPECT_EQ(parsed["violation"]["kind"], "requirement");
  EXPECT_EQ(parsed["violation"]["step"], 5);
}

// A member that a reader may rely on does not vanish, and one that is new is documented in trace.hpp first.
TEST(TraceJson, HasTheMembersThatItsSchemaNames) {
  const auto members = [](const nlohmann::json& object) {
    std::string names;
    for (const auto& [name, value] : object.items()) names += name + " ";
    return names;
  };
  const auto parsed = nlohmann::json::parse(json(linearise(relay()), header()));
  EXPECT_EQ(members(parsed),
            "bounds context_switches engine memory_model minimal model objects replay schema sentence setup "
            "stale_reads steps "
            "thread_names threads version violation ");
  for (const auto& step : parsed["steps"])
    EXPECT_EQ(members(step),
              "action blocked event expected file from function label late line number object order overwritten_by "
              "place read reads source_place stale text thread written ");
  EXPECT_EQ(members(parsed["objects"][0]), "initial kind name writes ");
  EXPECT_EQ(parsed["violation"], nullptr);
  EXPECT_EQ(parsed["setup"][0]["thread"], "setup");
  EXPECT_EQ(parsed["steps"].back()["thread"], "finish");
}

TEST(TraceJson, SurvivesAnyBytesInWhatAModelSays) {
  auto execution = store_buffering();
  execution.what = std::string("\"quoted\" \\ </script>\n\x01 caf\xc3\xa9 \xff\xc3");
  const auto words = json(linearise(execution), {});
  EXPECT_THAT(words, Not(HasSubstr("</script>")));
  EXPECT_EQ(nlohmann::json::parse(words)["violation"]["what"],
            "\"quoted\" \\ </script>\n\x01 caf\xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd");
}

TEST(TraceDot, HasTheEdgesOfTheExecution) {
  const auto graph = dot(linearise(stale_message()), header());
  EXPECT_THAT(graph, HasSubstr("s3 -> s4 [label=\"rf\""));
  EXPECT_THAT(graph, HasSubstr("s1 -> s2 [label=\"mo a1\""));
  EXPECT_THAT(graph, HasSubstr("s5 -> s1 [label=\"fr\""));
  EXPECT_THAT(graph, HasSubstr("s4 -> s5 [weight=100]"));
  EXPECT_THAT(graph, Not(HasSubstr("s3 -> s4 [weight=100]"))) << "steps of two threads are in no program order";
  EXPECT_THAT(graph, HasSubstr("VIOLATION: requirement: the message has arrived"));
}

TEST(TraceDot, CallsOnlyAViolationACounterexample) {
  EXPECT_THAT(dot(linearise(deadlock()), header()), HasSubstr("label=\"Counterexample: example/relay\\nVIOLATION"));
  EXPECT_THAT(dot(linearise(relay()), header()), HasSubstr("label=\"Execution trace: example/relay\""));
}

TEST(TraceDot, IsAGraphThatGraphvizReads) {
  if (std::system("command -v dot >/dev/null") != 0) GTEST_SKIP() << "needs `dot`, of the package graphviz";
  const auto file = std::filesystem::temp_directory_path() / ("vigil_trace_" + std::to_string(getpid()) + ".dot");
  for (auto execution : {store_buffering(), stale_message(), deadlock(), relay()}) {
    execution.what = "\"quoted\" \\ back";
    std::ofstream(file) << dot(linearise(execution), header());
    EXPECT_EQ(std::system(("dot -Tsvg -o /dev/null '" + file.string() + "'").c_str()), 0);
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace vigil::checker
