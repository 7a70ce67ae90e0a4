// Why can an outcome not be? The explanation is judged by the search, and by the arrows that it names.

#include "why_not.hpp"
#include "corpus.hpp"
#include "explore.hpp"
#include "herd_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace vigil::litmus {
namespace {

using axioms::Axiom;
using checker::MemoryModel;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

checker::Options under(MemoryModel model) {
  checker::Options options;
  options.memory_model = model;
  return options;
}

WhyNot why(const std::string& text, MemoryModel model = MemoryModel::cpp20) {
  return why_not(read_herd(text), under(model));
}

// Over two atomics.
std::string test_of(const std::vector<std::string>& threads, const std::string& condition) {
  std::string text = "C test\n{}\n";
  for (std::size_t i = 0; i != threads.size(); ++i)
    text += "P" + std::to_string(i) + "(atomic_int* x, atomic_int* y) {\n" + threads[i] + "\n}\n";
  return text + "exists (" + condition + ")\n";
}
std::string store(const std::string& object, int value, const std::string& order) {
  return "atomic_store_explicit(" + object + ", " + std::to_string(value) + ", memory_order_" + order + ");\n";
}
std::string load(const std::string& reg, const std::string& object, const std::string& order) {
  return "int " + reg + " = atomic_load_explicit(" + object + ", memory_order_" + order + ");\n";
}

std::vector<std::string> cycle(const WhyNot& why) {
  std::vector<std::string> arrows;
  if (!why.shown) return arrows;
  for (const WhyNot::CycleArrow& arrow : why.shown->cycle)
    arrows.push_back(std::string(arrow.relation) + " " + std::to_string(arrow.from) + "-" + std::to_string(arrow.to));
  return arrows;
}

const std::string kMessagePassing = test_of(
    {store("x", 1, "relaxed") + store("y", 1, "release"), load("r0", "y", "acquire") + load("r1", "x", "relaxed")},
    "1:r0=1 /\\ 1:r1=0");
const std::string kStoreBuffering = test_of(
    {store("x", 1, "seq_cst") + load("r0", "y", "seq_cst"), store("y", 1, "seq_cst") + load("r0", "x", "seq_cst")},
    "0:r0=0 /\\ 1:r0=0");
const std::string kLoadBuffering = test_of(
    {load("r0", "x", "relaxed") + store("y", 1, "relaxed"), load("r0", "y", "relaxed") + store("x", 1, "relaxed")},
    "0:r0=1 /\\ 1:r0=1");

TEST(WhyNot, ShowsTheCycleOfMessagePassing) {
  const WhyNot found = why(kMessagePassing);
  EXPECT_EQ(found.candidates, 1U);
  EXPECT_EQ(found.shown->axiom, Axiom::coherence);
  EXPECT_THAT(cycle(found), ElementsAre("sb 1-2", "sw 2-3", "sb 3-4", "fr 4-1"));
  EXPECT_THAT(found.shown->cycle[1].words, HasSubstr("synchronises with load y = 1 (P1, line 9)"));
  EXPECT_THAT(found.shown->words, HasSubstr("overwritten"));
}

TEST(WhyNot, ShowsTheOrderOfStoreBuffering) {
  for (const MemoryModel model : checker::kMemoryModels) {
    const WhyNot found = why(kStoreBuffering, model);
    ASSERT_TRUE(found.shown) << name_of(model);
    EXPECT_EQ(found.shown->axiom, Axiom::order) << name_of(model);
    EXPECT_EQ(cycle(found).size(), 4U) << name_of(model);
  }
  EXPECT_THAT(why(kStoreBuffering, MemoryModel::sequential).shown->words, HasSubstr("sequential consistency"));
}

TEST(WhyNot, TellsLoadBufferingFromWhatIsForbidden) {
  const WhyNot standard = why(kLoadBuffering);
  EXPECT_EQ(standard.buffered, 1U);
  EXPECT_EQ(standard.allowed, 0U);
  EXPECT_EQ(standard.shown, std::nullopt);
  EXPECT_EQ(why(kLoadBuffering, MemoryModel::rc11).shown->axiom, Axiom::thin_air);
  EXPECT_EQ(why(kLoadBuffering, MemoryModel::x86_tso).shown->axiom, Axiom::order);
}

TEST(WhyNot, ExplainsWhatAtomicityForbids) {
  const std::string add = "int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);";
  const WhyNot found = why(test_of({add, add}, "0:r0=0 /\\ 1:r0=0"));
  EXPECT_EQ(found.shown->axiom, Axiom::atomicity);
  EXPECT_THAT(cycle(found), ElementsAre("fr 2-1", "mo 1-2"));
}

TEST(WhyNot, HasASentenceForEachWayToBreakCoherence) {
  const auto words = [](const std::vector<std::string>& threads, const std::string& condition) {
    const WhyNot found = why(test_of(threads, condition));
    return found.shown ? found.shown->words : found.nothing;
  };
  EXPECT_THAT(words({store("x", 1, "relaxed") + load("r0", "x", "relaxed")}, "0:r0=0"), HasSubstr("has overwritten"));
  EXPECT_THAT(words({load("r0", "x", "relaxed") + store("x", 1, "relaxed")}, "0:r0=1"), HasSubstr("only after it"));
  EXPECT_THAT(words({store("x", 1, "relaxed") + store("x", 2, "relaxed")}, "x=1"), HasSubstr("come last"));
  EXPECT_THAT(
      words({store("x", 1, "relaxed"), load("r0", "x", "relaxed") + load("r1", "x", "relaxed")}, "1:r0=1 /\\ 1:r1=0"),
      HasSubstr("of two reads"));
  EXPECT_THAT(
      words({store("x", 1, "relaxed"), load("r0", "x", "relaxed") + store("x", 2, "relaxed")}, "1:r0=1 /\\ x=1"),
      HasSubstr("which the read happens before"));
  EXPECT_THAT(words({"int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);", store("x", 5, "relaxed")},
                    "0:r0=5 /\\ x=5"),
              HasSubstr("after its own"));
}

TEST(WhyNot, SaysThatNoThreadWritesTheValue) {
  const WhyNot found = why(test_of({store("x", 1, "relaxed"), load("r0", "x", "relaxed")}, "1:r0=7"));
  EXPECT_EQ(found.candidates, 0U);
  EXPECT_TRUE(found.complete);
  EXPECT_THAT(found.nothing, HasSubstr("no thread writes"));
}

TEST(WhyNot, LeavesOutTheIterationsOfALoopThatWaits) {
  const WhyNot found = why(test_of({store("x", 1, "relaxed") + store("y", 1, "release"),
                                    "int r0 = 0;\nwhile (r0 == 0) { r0 = atomic_load_explicit(y, "
                                    "memory_order_acquire); }\n" +
                                        load("r1", "x", "relaxed")},
                                   "1:r1=0"));
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.candidates, 1U);
  EXPECT_EQ(cycle(found).size(), 4U);
}

TEST(WhyNot, SaysWhenItCannotExplain) {
  const WhyNot undefined = why(test_of({store("x", 1, "acquire")}, "x=0"));
  EXPECT_THAT(undefined.nothing, HasSubstr("undefined"));
  EXPECT_THAT(why("C t\n{}\nP0(atomic_int* x) {\n}\n").nothing, HasSubstr("asks nothing"));
  std::string many;
  for (int i = 0; i != 40; ++i) many += "int r" + std::to_string(i) + " = atomic_fetch_add(x, 1);\n";
  const WhyNot cut = why(test_of({many, many}, "x=1"));
  EXPECT_FALSE(cut.complete);
  EXPECT_EQ(cut.candidates, 0U);
  EXPECT_THAT(cut.nothing, HasSubstr("too many ways"));
}

// ---- the corpus

bool has_plain(const litmus::Test& test) {
  return std::ranges::any_of(test.program.objects, [](const Object& it) { return it.kind == Object::Kind::plain; });
}

// Of the candidates that end as the condition says, exactly those are allowed that the search finds.
TEST(WhyNot, AllowsTheExecutionsThatTheSearchFinds) {
  unsigned compared = 0, counted = 0;
  for (const litmus::Test& test : corpus())
    for (const MemoryModel model : checker::kMemoryModels) {
      const Answer answer = explore(test, under(model));
      const WhyNot found = why_not(test, under(model));
      if (answer.undefined != 0 || !test.condition || !found.complete) continue;
      const auto where = test.program.name + " under " + std::string(name_of(model));
      EXPECT_EQ(found.allowed != 0, answer.witnesses != 0) << where;
      if (answer.verdict() == Verdict::forbidden) {
        EXPECT_EQ(found.buffered, 0U) << where;
      }
      ++compared;
      // The search does not count who reads what of plain memory.
      if (has_plain(test)) continue;
      EXPECT_EQ(found.allowed, answer.witnesses) << where;
      ++counted;
    }
  EXPECT_GT(compared, 800U);
  EXPECT_GT(counted, 600U);
}

// Whether an arrow stands in the picture, or follows from those that do: sb and mo show the next event only, fr the
// first.
bool stands_in(const Drawing& drawing, const WhyNot::CycleArrow& arrow) {
  const auto reaches = [&](auto self, unsigned from, std::string_view relation) -> bool {
    return std::ranges::any_of(drawing.arrows, [&](const Drawing::Arrow& each) {
      if (each.from != from || each.relation != relation) return false;
      return each.to == arrow.to || self(self, each.to, relation == "fr" ? "mo" : relation);
    });
  };
  return reaches(reaches, arrow.from, arrow.relation);
}

TEST(WhyNot, ShowsCyclesOfArrowsThatStandInThePicture) {
  unsigned cycles = 0;
  for (const litmus::Test& test : corpus())
    for (const MemoryModel model : checker::kMemoryModels) {
      const WhyNot found = why_not(test, under(model));
      if (!found.shown) continue;
      const auto& arrows = found.shown->cycle;
      const auto where = test.program.name + " under " + std::string(name_of(model));
      EXPECT_EQ(found.broken.rbegin()->first, found.shown->axiom) << where;
      for (std::size_t at = 0; at != arrows.size(); ++at) {
        EXPECT_EQ(arrows[at].to, arrows[(at + 1) % arrows.size()].from) << where;
        EXPECT_TRUE(stands_in(found.shown->drawing, arrows[at]))
            << where << ": " << arrows[at].relation << " " << arrows[at].from << "-" << arrows[at].to;
      }
      ++cycles;
    }
  EXPECT_GT(cycles, 500U);
}

}  // namespace
}  // namespace vigil::litmus
