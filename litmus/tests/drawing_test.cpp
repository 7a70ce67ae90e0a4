// What a picture of an execution shows: its arrows, and what each thread may read at each moment.

#include "corpus.hpp"
#include "draw.hpp"
#include "explore.hpp"
#include "herd_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace vigil::litmus {
namespace {

using checker::MemoryModel;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::Not;
using Kind = NumberedExecution::Kind;
using Values = std::vector<std::string>;

checker::Options under(MemoryModel model) {
  checker::Options options;
  options.memory_model = model;
  return options;
}

Drawing drawn(const litmus::Test& test, std::uint64_t number, MemoryModel model = MemoryModel::cpp20) {
  const auto execution = execution_numbered(number, test, under(model));
  return execution ? drawing_of(test, *execution, model) : Drawing();
}
// The execution that shows the verdict.
Drawing drawn(const std::string& text, MemoryModel model = MemoryModel::cpp20) {
  const litmus::Test test = read_herd(text);
  return drawn(test, explore(test, under(model)).example_number, model);
}

std::vector<std::string> arrows(const Drawing& drawing) {
  std::vector<std::string> words;
  for (const Drawing::Arrow& arrow : drawing.arrows)
    words.push_back(std::string(arrow.relation) + " " + std::to_string(arrow.from) + "-" + std::to_string(arrow.to));
  return words;
}

std::string message_passing(const std::string& release, const std::string& acquire, const std::string& condition) {
  return "C MP\n{}\nP0(atomic_int* x, atomic_int* y) {\n"
         "  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
         "  atomic_store_explicit(y, 1, memory_order_" +
         release +
         ");\n}\nP1(atomic_int* x, atomic_int* y) {\n"
         "  int r0 = atomic_load_explicit(y, memory_order_" +
         acquire +
         ");\n"
         "  int r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\nexists (" +
         condition + ")\n";
}
const std::string kSynchronized = message_passing("release", "acquire", "1:r0=1 /\\ 1:r1=1");
const std::string kRelaxed = message_passing("relaxed", "relaxed", "1:r0=1 /\\ 1:r1=0");

TEST(Drawing, HasTheArrowsOfMessagePassing) {
  EXPECT_THAT(arrows(drawn(kSynchronized)),
              IsSupersetOf({"sb 1-2", "sb 3-4", "rf 2-3", "rf 1-4", "mo 0-1", "mo 0-2", "sw 2-3", "hb 1-4", "hb 2-3"}));
  const auto relaxed = arrows(drawn(kRelaxed));
  EXPECT_THAT(relaxed, IsSupersetOf({"rf 2-3", "rf 0-4", "fr 4-1"}));
  EXPECT_THAT(relaxed, Not(Contains(::testing::StartsWith("sw"))));
  EXPECT_THAT(relaxed, Not(Contains(::testing::StartsWith("hb"))));
}

TEST(Drawing, NumbersTheSeqCstEventsInTheOrderS) {
  const auto drawing = drawn(
      "C SB\n{}\nP0(atomic_int* x, atomic_int* y) { atomic_store(x, 1); int r0 = atomic_load(y); }\n"
      "P1(atomic_int* x, atomic_int* y) { atomic_store(y, 1); int r0 = atomic_load(x); }\n"
      "exists (0:r0=0 /\\ 1:r0=1)\n");
  EXPECT_THAT(arrows(drawing), IsSupersetOf({"S 1-2", "S 2-3", "S 3-4"}));
}

TEST(Drawing, SaysWhatEachThreadMayRead) {
  const auto views = drawn(kSynchronized).views;
  ASSERT_EQ(views.size(), 5U);
  EXPECT_THAT(*views[0][1][0], ElementsAre("0"));
  EXPECT_THAT(*views[2][1][0], ElementsAre("0", "1")) << "P1 knows nothing yet";
  EXPECT_THAT(*views[3][1][0], ElementsAre("1")) << "it has acquired";
  EXPECT_THAT(*views[2][0][0], ElementsAre("1")) << "P0 has written it";
}

TEST(Drawing, ShowsPlainVariablesWithTheirArrows) {
  const auto drawing = drawn(
      "C MP\n{}\nP0(int* x, atomic_int* y) { *x = 1; atomic_store_explicit(y, 1, memory_order_release); }\n"
      "P1(int* x, atomic_int* y) { int r1 = 0; if (atomic_load_explicit(y, memory_order_acquire)) { r1 = *x; } }\n"
      "exists (1:r1=1)\n");
  EXPECT_THAT(arrows(drawing), IsSupersetOf({"rf 1-4", "hb 1-4"}));
  EXPECT_FALSE(drawing.views[0][0][0].has_value()) << "a race would be undefined";
}

TEST(Drawing, DrawsStuckAndUndefinedExecutions) {
  const litmus::Test race = read_herd("C t\n{}\nP0(int* x) { *x = 1; }\nP1(int* x) { *x = 2; }\n");
  EXPECT_EQ(execution_numbered(1, race, {})->kind, Kind::undefined);
  EXPECT_FALSE(drawn(race, 1).events.empty());
  const litmus::Test wait = read_herd(
      "C t\n{}\nP0(atomic_int* x) { int r0 = 0; while (r0 == 0) { r0 = atomic_load(x); } }\nexists (0:r0=1)\n");
  EXPECT_EQ(execution_numbered(1, wait, {})->kind, Kind::stuck);
  EXPECT_TRUE(drawn(wait, 1).events.back().blocked);
}

TEST(Drawing, LeavesOutTheViewsOfALargeExecution) {
  std::string many = "C t\n{}\nP0(atomic_int* x) {\n";
  for (int i = 0; i != 70; ++i) many += "  atomic_store(x, " + std::to_string(i) + ");\n";
  const Drawing drawing = drawn(many + "}\nexists (x=69)\n");
  EXPECT_EQ(drawing.events.size(), 70U);
  EXPECT_TRUE(drawing.views.empty());
  EXPECT_THAT(arrows(drawing), Contains("mo 69-70"));
}

TEST(ExecutionNumbered, IsTheOneThatTheAnswerNames) {
  for (const litmus::Test& test : corpus())
    for (const MemoryModel model : checker::kMemoryModels) {
      const Answer answer = explore(test, under(model));
      for (const auto& [values, ending] : answer.endings)
        for (const std::uint64_t number : {ending.numbers.front(), ending.numbers.back()}) {
          const auto execution = execution_numbered(number, test, under(model));
          ASSERT_TRUE(execution) << test.program.name;
          EXPECT_EQ(execution->kind, Kind::complete) << test.program.name;
          EXPECT_EQ(execution->values, values) << test.program.name;
        }
      const std::uint64_t last = answer.witnesses + answer.others + answer.stuck + answer.undefined;
      EXPECT_FALSE(execution_numbered(last + 1, test, under(model))) << test.program.name;
    }
  EXPECT_FALSE(execution_numbered(0, corpus().front(), {}));
}

// ---- the corpus

// What a load reads, it may read directly before.
TEST(Drawing, LetsEachThreadReadWhatItReads) {
  unsigned loads = 0;
  for (const litmus::Test& test : corpus())
    for (const MemoryModel model : checker::kMemoryModels) {
      const Answer answer = explore(test, under(model));
      if (!answer.example) continue;
      const Drawing drawing = drawn(test, answer.example_number, model);
      if (drawing.views.empty()) continue;
      for (std::size_t at = 0; at != drawing.events.size(); ++at) {
        const Drawing::Event& event = drawing.events[at];
        if (!event.object || event.read.empty() || event.blocked) continue;
        const auto& readable = drawing.views[at][event.thread][*event.object];
        if (!readable) continue;
        EXPECT_THAT(*readable, Contains(event.read)) << test.program.name << ", event " << at + 1;
        ++loads;
      }
    }
  EXPECT_GT(loads, 400U);
}

}  // namespace
}  // namespace vigil::litmus
