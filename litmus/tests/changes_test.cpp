// What does one change of a test do to its verdict?

#include "changes.hpp"
#include "corpus.hpp"
#include "herd_reader.hpp"
#include "listing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace vigil::litmus {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string in_words(const Test& test, const Effects::Effect& effect) {
  const Change& change = effect.change;
  const Instruction& instruction = test.program.threads[change.thread].code[change.instruction];
  std::string words = "line " + std::to_string(instruction.place.line) + " ";
  if (change.kind == Change::Kind::fence) words += "fence ";
  if (change.kind == Change::Kind::failure_order) words += "failure ";
  return words + std::string(listing(change.order)) + ": " + std::string(name_of(effect.verdict));
}

std::vector<std::string> effects(const std::string& text, checker::MemoryModel model = checker::MemoryModel::cpp20) {
  const Test test = read_herd(text);
  checker::Options options;
  options.memory_model = model;
  std::vector<std::string> words;
  for (const auto& effect : effects_of_changes(test, explore(test, options).verdict(), options).effects)
    words.push_back(in_words(test, effect));
  return words;
}

std::string message_passing(const std::string& store, const std::string& load) {
  return "C MP\n{}\nP0(atomic_int* x, atomic_int* y) {\n"
         "  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
         "  atomic_store_explicit(y, 1, memory_order_" +
         store +
         ");\n}\n"
         "P1(atomic_int* x, atomic_int* y) {\n"
         "  int r0 = atomic_load_explicit(y, memory_order_" +
         load +
         ");\n"
         "  int r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\n"
         "exists (1:r0=1 /\\ 1:r1=0)\n";
}

TEST(Effects, AreTheWeakestOrdersThatForbidAnOutcome) {
  EXPECT_THAT(effects(message_passing("relaxed", "acquire")),
              ElementsAre("line 5 fence rel: forbidden", "line 5 rel: forbidden"));
}

TEST(Effects, AreTheStrongestOrdersThatAllowIt) {
  EXPECT_THAT(effects(message_passing("seq_cst", "acquire")),
              ElementsAre("line 5 rlx: allowed", "line 8 rlx: allowed"));
}

TEST(Effects, AreNoneIfOneChangeIsNotEnough) {
  EXPECT_THAT(effects(message_passing("relaxed", "relaxed")), IsEmpty());
  EXPECT_THAT(effects(message_passing("release", "acquire"), checker::MemoryModel::sequential), IsEmpty());
}

TEST(Effects, OfADataRaceAreItsCures) {
  const std::string text =
      "C t\n{}\nP0(int* z, atomic_int* y) {\n  *z = 1;\n  atomic_store_explicit(y, 1, memory_order_release);\n}\n"
      "P1(int* z, atomic_int* y) {\n  int r1 = 1;\n"
      "  if (atomic_load_explicit(y, memory_order_relaxed) == 1) {\n    r1 = *z;\n  }\n}\nexists (1:r1=0)\n";
  EXPECT_THAT(effects(text), ElementsAre("line 9 acq: forbidden", "line 10 fence acq: forbidden"));
}

TEST(Effects, AreSoughtInFailureOrders) {
  const std::string text =
      "C t\n{}\nP0(int* z, atomic_int* y) {\n  *z = 1;\n  atomic_store_explicit(y, 1, memory_order_release);\n}\n"
      "P1(int* z, atomic_int* y) {\n  int e = 0;\n  int r1 = 1;\n"
      "  int r0 = atomic_compare_exchange_strong_explicit(y, &e, 2, memory_order_relaxed, memory_order_relaxed);\n"
      "  if (r0 == 0) {\n    r1 = *z;\n  }\n}\nexists (1:r1=0)\n";
  EXPECT_THAT(effects(text), ElementsAre("line 10 failure acq: forbidden", "line 12 fence acq: forbidden"));
}

// A jump past the branch comes to the fence, too.
TEST(Effects, OfAFenceBehindABranchAreThoseOfBothWays) {
  const std::string text =
      "C t\n{}\nP0(atomic_int* x, atomic_int* y) {\n  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
      "  atomic_store_explicit(y, 1, memory_order_release);\n}\n"
      "P1(atomic_int* x, atomic_int* y) {\n  int r0 = atomic_load_explicit(y, memory_order_relaxed);\n"
      "  if (r0 == 2) {\n    atomic_store_explicit(y, 3, memory_order_relaxed);\n  }\n"
      "  int r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\nexists (1:r0=1 /\\ 1:r1=0)\n";
  EXPECT_THAT(effects(text), ElementsAre("line 8 acq: forbidden", "line 12 fence acq: forbidden"));
}

// Acquire cures the race, and allows what seq_cst then forbids.
TEST(Effects, OfOnePlaceAreShownForEachVerdict) {
  const std::string text =
      "C t\n{}\nP0(int* z, atomic_int* x, atomic_int* y) {\n  *z = 1;\n"
      "  atomic_store_explicit(y, 1, memory_order_seq_cst);\n"
      "  int r0 = atomic_load_explicit(x, memory_order_seq_cst);\n}\n"
      "P1(int* z, atomic_int* x, atomic_int* y) {\n  int r2 = 0;\n"
      "  atomic_store_explicit(x, 1, memory_order_seq_cst);\n"
      "  int r1 = atomic_load_explicit(y, memory_order_relaxed);\n"
      "  if (r1 == 1) {\n    r2 = *z;\n  }\n}\nexists (0:r0=0 /\\ 1:r1=0)\n";
  EXPECT_THAT(effects(text), ::testing::IsSupersetOf({"line 11 acq: allowed", "line 11 sc: forbidden"}));
}

// With a fence more, a thread comes to the bound on its operations.
TEST(Effects, ThatALimitHidesAreCounted) {
  const litmus::Test test = read_herd(message_passing("relaxed", "acquire"));
  checker::Options options;
  options.most_events = 2;
  const Effects found = effects_of_changes(test, Verdict::allowed, options);
  EXPECT_EQ(found.tried, 16U);
  EXPECT_EQ(found.unknown, 8U) << "four fences in each thread";
  ASSERT_EQ(found.effects.size(), 1U);
  EXPECT_EQ(in_words(test.program, found.effects[0].change), "line 5 of P0: release instead of relaxed");
}

TEST(SingleChanges, AreThoseThatTheStandardDefines) {
  const litmus::Test test = read_herd(
      "C t\n{}\nP0(atomic_int* x) {\n  atomic_store_explicit(x, 1, memory_order_release);\n"
      "  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n");
  using enum Change::Kind;
  using enum std::memory_order;
  EXPECT_THAT(single_changes(test.program),
              ElementsAre(Change{order, 0, 0, relaxed}, Change{order, 0, 0, seq_cst}, Change{fence, 0, 1, acquire},
                          Change{fence, 0, 1, release}, Change{fence, 0, 1, acq_rel}, Change{fence, 0, 1, seq_cst},
                          Change{order, 0, 1, acquire}, Change{order, 0, 1, seq_cst}));
}

TEST(AChange, IsSaidInWords) {
  const litmus::Test test = read_herd(
      "C t\n{}\nP0(atomic_int* x) {\n  int e = 0;\n  atomic_store_explicit(x, 1, memory_order_release);\n"
      "  atomic_compare_exchange_weak_explicit(x, &e, 2, memory_order_seq_cst, memory_order_relaxed);\n}\n");
  std::vector<std::string> words;
  for (const Change& change : single_changes(test.program))
    if (change.order == std::memory_order_acquire || change.order == std::memory_order_seq_cst)
      words.push_back(in_words(test.program, change));
  EXPECT_THAT(words, ElementsAre("line 5 of P0: seq_cst instead of release", "before line 6 of P0: an acquire fence",
                                 "before line 6 of P0: a seq_cst fence", "line 6 of P0: acquire instead of seq_cst",
                                 "line 6 of P0, on failure: acquire instead of relaxed",
                                 "line 6 of P0, on failure: seq_cst instead of relaxed"));
}

TEST(AChange, NamesTheColumnIfALineHasSeveralOperations) {
  const litmus::Test test =
      read_herd("C t\n{}\nP0(atomic_int* x) {\n  int r0 = atomic_load(x) + atomic_load(x);\n  *x = r0;\n}\n");
  std::vector<std::string> words;
  for (const Change& change : single_changes(test.program))
    if (change.order == std::memory_order_relaxed) words.push_back(in_words(test.program, change));
  EXPECT_THAT(words, ElementsAre("line 4, column 12 of P0: relaxed instead of seq_cst",
                                 "line 4, column 29 of P0: relaxed instead of seq_cst",
                                 "line 5 of P0: relaxed instead of seq_cst"));
}

// A loop jumps back to its first operation, and past its last one.
TEST(Changed, MovesTheTargetsOfJumps) {
  const litmus::Test test = read_herd(
      "C t\n{}\nP0(atomic_int* x, atomic_int* y) {\n  int r0 = 0;\n"
      "  int r1 = atomic_load_explicit(y, memory_order_relaxed);\n"
      "  while (r0 == 0) { r0 = atomic_load_explicit(x, memory_order_relaxed); }\n"
      "  atomic_store_explicit(y, 1, memory_order_relaxed);\n}\n"
      "P1(atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }\n"
      "exists (y=1)\n");
  for (const Change& change : single_changes(test.program)) {
    if (change.kind != Change::Kind::fence) continue;
    litmus::Test attempt = test;
    attempt.program = changed(test.program, change);
    ASSERT_EQ(attempt.program.threads[change.thread].code.size(), test.program.threads[change.thread].code.size() + 1);
    const Answer answer = explore(attempt, {});
    EXPECT_EQ(answer.witnesses, explore(test, {}).witnesses) << change.instruction;
    EXPECT_EQ(answer.others, 0U) << change.instruction;
    EXPECT_EQ(answer.stuck, 0U) << change.instruction;
  }
}

// The orders that a change of this place might have had on the way to its own, from the one that stands there.
bool lies_between(std::memory_order one, std::memory_order middle, std::memory_order other) {
  using enum std::memory_order;
  const auto bits = [](std::memory_order order) {
    return order == relaxed ? 0U : order == acquire ? 1U : order == release ? 2U : order == acq_rel ? 3U : 7U;
  };
  const auto is_part = [&](auto small, auto large) { return (bits(small) & ~bits(large)) == 0; };
  return (is_part(one, middle) && is_part(middle, other)) || (is_part(other, middle) && is_part(middle, one));
}

// Each change of the corpus that gives another verdict is shown, or a nearer one of its place that gives it, too.
TEST(Effects, MissNoChangeOfTheCorpus) {
  unsigned shown = 0;
  for (const litmus::Test& test : corpus()) {
    const Verdict now = explore(test, {}).verdict();
    const Effects found = effects_of_changes(test, now, {});
    shown += static_cast<unsigned>(found.effects.size());
    for (const Change& change : single_changes(test.program)) {
      litmus::Test attempt = test;
      attempt.program = changed(test.program, change);
      const Verdict verdict = explore(attempt, {}).verdict();
      const Instruction& at = test.program.threads[change.thread].code[change.instruction];
      const auto before = change.kind == Change::Kind::fence   ? std::memory_order_relaxed
                          : change.kind == Change::Kind::order ? at.order
                                                               : at.failure;
      const auto stands_for_it = [&](const Effects::Effect& effect) {
        return effect.change.kind == change.kind && effect.change.thread == change.thread &&
               effect.change.instruction == change.instruction && effect.verdict == verdict &&
               (effect.change.order == change.order || lies_between(before, effect.change.order, change.order));
      };
      EXPECT_EQ(std::ranges::any_of(found.effects, stands_for_it), verdict != now && verdict != Verdict::unknown)
          << test.program.name << ": " << in_words(test.program, change);
    }
  }
  EXPECT_GT(shown, 100U);
}

}  // namespace
}  // namespace vigil::litmus
