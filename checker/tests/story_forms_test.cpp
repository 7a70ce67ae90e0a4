// Does each rendering of a story say what the story says?

#include <vigil/checker/story.hpp>

#include "story_executions.hpp"

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

StoryHeader header() {
  return {"example/relay",      "does the message arrive?", "3 threads", "C++20", "checker",
          "vigil replay TOKEN", "/home/someone/project"};
}

std::vector<std::string> lines_of(const std::string& words) {
  std::vector<std::string> lines;
  std::istringstream in(words);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(StoryText, HasAColumnForEachThread) {
  EXPECT_EQ(text(linearise(store_buffering()), header()),
            R"(example/relay: does the message arrive?
3 threads; memory model C++20; engine checker
Told in the order with fewest stale steps (1), then fewest switches of threads (1).

  step  thread 0                        thread 1
     1  store a1 = 1, relaxed                                            vigil/example.hpp:7 example
     2  load a2 = 0, relaxed (initial)                                   vigil/example.hpp:7 [example.look]
     3                                  store a2 = 1, relaxed            vigil/example.hpp:7 example
     4                                  load a1 = 0, relaxed (initial)   vigil/example.hpp:7 example
                                          STALE: step 1 already wrote 1
     5  VIOLATION thread 1 at step 4: requirement: one of the two <sees> the other

Again: vigil replay TOKEN
)");
}

TEST(StoryText, OfThreeThreadsIsReadableInAHundredAndTwentyColumns) {
  const auto lines = lines_of(text(linearise(relay()), header()));
  for (const auto& line : lines) EXPECT_LE(line.size(), 120U) << line;
  EXPECT_THAT(lines, ::testing::Contains(HasSubstr("thread 0  ")));
  EXPECT_THAT(lines, ::testing::Contains(HasSubstr("at the end: load a1 = 2, relaxed (from ")));
  EXPECT_THAT(lines, ::testing::Contains(HasSubstr("  setup  store a1 = 0, relaxed")));
}

TEST(StoryText, WithoutRoomForColumnsNamesTheThreadInEachLine) {
  const auto narrow = text(linearise(relay()), header(), {.width = 60});
  EXPECT_THAT(narrow, Not(HasSubstr("step  thread")));
  EXPECT_THAT(narrow, HasSubstr("  thread 2    begins"));
}

TEST(StoryText, LosesNothingInNarrowColumns) {
  auto told = relay();
  for (auto& thread : told.threads)
    for (auto& step : thread) step.file.clear(), step.function.clear();
  for (const unsigned width : {40U, 80U, 100U, 120U, 300U}) {
    auto shown = text(linearise(told), {}, {.width = width});
    std::erase_if(shown, [](char letter) { return letter == ' ' || letter == '\n'; });
    for (const auto* words :
         {"fetch_adda1:1->2,acq_rel(from2)", "seq_cstfence", "loada1=0,relaxed(initial)", "readv1=7"})
      EXPECT_THAT(shown, HasSubstr(words)) << "width " << width;
  }
}

TEST(StoryText, SaysThatAThreadWaitsForEver) {
  EXPECT_THAT(text(linearise(deadlock()), {}), HasSubstr("lock m2; waits here for ever (from 2)"));
}

TEST(StoryText, StandsInAPageAsABlockOfCode) {
  const auto page = text(linearise(deadlock()), header(), {.width = 120, .markdown = true});
  EXPECT_THAT(page, HasSubstr("`example/relay`: does the message arrive?\n"));
  EXPECT_THAT(page, HasSubstr("\n```text\n  step  thread 0"));
  EXPECT_THAT(page, HasSubstr("thread 1 for m1\n```\n"));
}

TEST(StoryText, DoesNotCallAGoodOrderTheBest) {
  EXPECT_THAT(text(linearise(deadlock(), 0), {}), HasSubstr("not known to be the best"));
}

TEST(StoryJson, SaysWhatTheStorySays) {
  const auto parsed = nlohmann::json::parse(json(linearise(stale_message()), header()));
  EXPECT_EQ(parsed["schema"], "vigil-story");
  EXPECT_EQ(parsed["version"], 1);
  EXPECT_EQ(parsed["model"], "example/relay");
  EXPECT_EQ(parsed["stale_steps"], 1);
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

// A member that a reader may rely on does not vanish, and one that is new is documented in story.hpp first.
TEST(StoryJson, HasTheMembersThatItsSchemaNames) {
  const auto members = [](const nlohmann::json& object) {
    std::string names;
    for (const auto& [name, value] : object.items()) names += name + " ";
    return names;
  };
  const auto parsed = nlohmann::json::parse(json(linearise(relay()), header()));
  EXPECT_EQ(members(parsed),
            "bounds engine memory_model minimal model objects replay schema sentence setup stale_steps steps switches "
            "threads version violation ");
  for (const auto& step : parsed["steps"])
    EXPECT_EQ(members(step),
              "action blocked event expected file from function label late line number object order overwritten_by "
              "place read reads source_place stale text thread written ");
  EXPECT_EQ(members(parsed["objects"][0]), "initial kind name writes ");
  EXPECT_EQ(parsed["violation"], nullptr);
  EXPECT_EQ(parsed["setup"][0]["thread"], "setup");
  EXPECT_EQ(parsed["steps"].back()["thread"], "finish");
}

TEST(StoryJson, SurvivesAnyBytesInWhatAModelSays) {
  auto told = store_buffering();
  told.what = std::string("\"quoted\" \\ </script>\n\x01 caf\xc3\xa9 \xff\xc3");
  const auto words = json(linearise(told), {});
  EXPECT_THAT(words, Not(HasSubstr("</script>")));
  EXPECT_EQ(nlohmann::json::parse(words)["violation"]["what"],
            "\"quoted\" \\ </script>\n\x01 caf\xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd");
}

TEST(StoryDot, HasTheEdgesOfTheExecution) {
  const auto graph = dot(linearise(stale_message()), header());
  EXPECT_THAT(graph, HasSubstr("s3 -> s4 [label=\"rf\""));
  EXPECT_THAT(graph, HasSubstr("s1 -> s2 [label=\"mo a1\""));
  EXPECT_THAT(graph, HasSubstr("s5 -> s1 [label=\"fr\""));
  EXPECT_THAT(graph, HasSubstr("s4 -> s5 [weight=100]"));
  EXPECT_THAT(graph, Not(HasSubstr("s3 -> s4 [weight=100]"))) << "steps of two threads are in no program order";
  EXPECT_THAT(graph, HasSubstr("VIOLATION: requirement: the message has arrived"));
}

TEST(StoryDot, IsAGraphThatGraphvizReads) {
  if (std::system("command -v dot >/dev/null") != 0) GTEST_SKIP() << "needs `dot`, of the package graphviz";
  const auto file = std::filesystem::temp_directory_path() / ("vigil_story_" + std::to_string(getpid()) + ".dot");
  for (auto told : {store_buffering(), stale_message(), deadlock(), relay()}) {
    told.what = "\"quoted\" \\ back";
    std::ofstream(file) << dot(linearise(told), header());
    EXPECT_EQ(std::system(("dot -Tsvg -o /dev/null '" + file.string() + "'").c_str()), 0);
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace vigil::checker
