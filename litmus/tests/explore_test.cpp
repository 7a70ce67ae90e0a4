// What each memory model says of small programs, and what stops a search.

#include "explore.hpp"
#include "small_programs.hpp"

#include <vigil/checker/trace.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace vigil::litmus {
namespace {

using checker::MemoryModel;
using checker::Violation;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

const std::string kStoreBuffering = test_of({kStoreX + kLoadY, kStoreY + kLoadX}, "exists (0:r0=0 /\\ 1:r0=0)");
const std::string kMessagePassing =
    test_of({kStoreX + "\n" + kStoreY, kLoadY + "\nint r1 = atomic_load_explicit(x, memory_order_relaxed);"},
            "exists (1:r0=1 /\\ 1:r1=0)");
const std::string kLoadBuffering = test_of({kLoadX + kStoreY, kLoadY + kStoreX}, "exists (0:r0=1 /\\ 1:r0=1)");

TEST(Explore, FindsWhatEachMemoryModelAllows) {
  EXPECT_EQ(verdict(kStoreBuffering, MemoryModel::cpp20), Verdict::allowed);
  EXPECT_EQ(verdict(kStoreBuffering, MemoryModel::rc11), Verdict::allowed);
  EXPECT_EQ(verdict(kStoreBuffering, MemoryModel::x86_tso), Verdict::allowed);
  EXPECT_EQ(verdict(kStoreBuffering, MemoryModel::sequential), Verdict::forbidden);
  EXPECT_EQ(verdict(kMessagePassing, MemoryModel::cpp20), Verdict::allowed);
  EXPECT_EQ(verdict(kMessagePassing, MemoryModel::x86_tso), Verdict::forbidden);
}

TEST(Explore, CountsTheExecutionsWithEachOutcome) {
  const Answer found = answer(kStoreBuffering);
  EXPECT_EQ(found.search.executions, 4U);
  EXPECT_EQ(found.witnesses, 1U);
  EXPECT_EQ(found.others, 3U);
  const std::vector<Word> none{0, 0}, first{0, 1}, second{1, 0}, both{1, 1};
  EXPECT_THAT(found.states, UnorderedElementsAre(Pair(none, 1U), Pair(first, 1U), Pair(second, 1U), Pair(both, 1U)));
}

TEST(Explore, SaysOfLoadBufferingThatItIsNotExplored) {
  EXPECT_EQ(verdict(kLoadBuffering, MemoryModel::cpp20), Verdict::not_explored);
  EXPECT_EQ(verdict(kLoadBuffering, MemoryModel::rc11), Verdict::forbidden) << "RC11 has no such executions";
  EXPECT_EQ(answer(kLoadBuffering).holds(Quantifier::not_exists), std::nullopt);
}

TEST(Explore, AnswersEachQuantifier) {
  const Answer found = answer(kStoreBuffering);
  EXPECT_EQ(found.holds(Quantifier::exists), true);
  EXPECT_EQ(found.holds(Quantifier::not_exists), false);
  EXPECT_EQ(found.holds(Quantifier::forall), false);
  const Answer always = answer(test_of({"atomic_store(x, 1);"}, "forall (x=1)"));
  EXPECT_EQ(always.holds(Quantifier::forall), true);
  EXPECT_EQ(always.holds(Quantifier::not_exists), false);
}

TEST(Explore, ShowsTheFirstExecutionThatAnswersTheQuestion) {
  const auto example = answer(kMessagePassing).example;
  ASSERT_TRUE(example.has_value());
  EXPECT_THAT(example->thread_names, ElementsAre("P0", "P1"));
  ASSERT_EQ(example->threads.size(), 2U);
  ASSERT_EQ(example->threads[1].size(), 2U);
  EXPECT_EQ(example->threads[1][0].object, "y");
  EXPECT_EQ(example->threads[1][0].read, "1");
  EXPECT_EQ(example->threads[1][0].order, "relaxed");
  EXPECT_EQ(example->threads[1][0].line, 8U);
  EXPECT_EQ(example->threads[1][1].read, "0");
  EXPECT_EQ(checker::linearise(*example).stale_reads, 1U);
}

// Of forall it is one that refutes it.
TEST(Explore, ShowsTheFirstExecutionThatRefutesAForall) {
  auto text = kMessagePassing;
  const std::string question = "exists (1:r0=1 /\\ 1:r1=0)";
  text.replace(text.find(question), question.size(), "forall (1:r0=0)");
  const auto example = answer(text).example;
  ASSERT_TRUE(example.has_value());
  EXPECT_EQ(example->threads[1][0].read, "1");
}

// ---- loops

TEST(Explore, ALoopThatWaitsEndsWhenTheValueComes) {
  const Answer found = answer(test_of({"*z = 7; atomic_store_explicit(x, 1, memory_order_release);",
                                       "while (atomic_load_explicit(x, memory_order_acquire) == 0) {} int r0 = *z;"},
                                      "forall (1:r0=7)"));
  EXPECT_EQ(found.holds(Quantifier::forall), true);
  EXPECT_EQ(found.stuck, 0U);
  EXPECT_TRUE(found.search.undeclared_waits);
}

TEST(Explore, ALoopThatNobodyEndsIsStuck) {
  const Answer found = answer(test_of({"while (atomic_load(x) == 0) {}"}));
  EXPECT_EQ(found.stuck, 1U);
  EXPECT_EQ(found.witnesses + found.others, 0U);
  ASSERT_TRUE(found.search.finding.has_value());
  EXPECT_EQ(found.search.finding->violation, Violation::livelock);
}

// The register differs in each iteration, so no iteration is like the one before.
TEST(Explore, ALoopThatCountsIsNoWait) {
  const Answer found =
      answer(test_of({"int r0 = 0; while (atomic_load(x) == 0 && r0 < 3) r0 = r0 + 1;"}, "forall (0:r0=3)"));
  EXPECT_EQ(found.holds(Quantifier::forall), true);
  EXPECT_EQ(found.stuck, 0U);
}

TEST(Explore, ALoopThatWritesIsNoWait) {
  checker::Options options;
  options.most_events = 50;
  for (const char* const write : {"atomic_store(y, 1 - atomic_load(y));", "*z = 1 - *z;", "atomic_fetch_add(y, 1);"}) {
    const auto text = test_of({std::string("while (atomic_load(x) == 0) { ") + write + " }"});
    const Answer found = answer(text, MemoryModel::cpp20, options);
    EXPECT_EQ(found.stuck, 0U) << write;
    EXPECT_EQ(found.search.bounded, 1U) << write;
    EXPECT_EQ(found.verdict(), Verdict::unknown) << write;
  }
}

TEST(Explore, ALoopThatWritesWhatIsThereIsAWait) {
  EXPECT_EQ(answer(test_of({"while (atomic_load(x) == 0) *z = 0;"})).stuck, 1U);
}

TEST(Explore, ALoopWithoutAnOperationIsSeenToNeverEnd) {
  const Answer found = answer(test_of({"int r0 = 0; while (r0 < 3) r0 = (r0 + 1) & 1;"}));
  EXPECT_EQ(found.stuck, 1U);
  ASSERT_TRUE(found.search.finding.has_value());
  EXPECT_THAT(found.search.finding->what, HasSubstr("loops forever without an operation"));
}

TEST(Explore, ALongLoopWithoutAnOperationReachesALimit) {
  EXPECT_EQ(answer(test_of({"int r0 = 0; while (r0 < 100000) r0 = r0 + 1;"})).witnesses, 1U);
  const Answer found = answer(test_of({"int r0 = 0; while (r0 < 100000000) r0 = r0 + 1;"}));
  EXPECT_EQ(found.search.stop, checker::Stop::limit);
  EXPECT_EQ(found.verdict(), Verdict::unknown);
}

// ---- undefined behaviour

TEST(Explore, ADataRaceIsUndefined) {
  const Answer found = answer(test_of({"*z = 1;", "int r0 = *z;"}));
  EXPECT_EQ(found.verdict(), Verdict::undefined);
  ASSERT_TRUE(found.example.has_value());
  EXPECT_EQ(found.example->violation, Violation::data_race);
  EXPECT_EQ(found.holds(Quantifier::exists), std::nullopt);
}

// As old catalogues write: one thread takes the atomic for an int.
TEST(Explore, AnAtomicMayAlsoBeAccessedPlainly) {
  const std::string begin = "C mixed\n{}\nP0(int* x, atomic_int* y) { *x = 1; ";
  const std::string end =
      " }\nP1(atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(y, memory_order_acquire); "
      "int r1 = 1; if (r0 == 1) r1 = atomic_load_explicit(x, memory_order_relaxed); }\n"
      "exists (1:r1=0)\n";
  const Answer ordered = answer(begin + "atomic_store_explicit(y, 1, memory_order_release);" + end);
  EXPECT_EQ(ordered.verdict(), Verdict::forbidden);
  EXPECT_EQ(ordered.witnesses + ordered.others, 2U);
  const Answer race = answer(begin + "atomic_store_explicit(y, 1, memory_order_relaxed);" + end);
  EXPECT_EQ(race.verdict(), Verdict::undefined);
  ASSERT_TRUE(race.search.finding.has_value());
  EXPECT_THAT(race.search.finding->what, HasSubstr("two accesses of x, of which one is not atomic"));
}

// Only of one thread is x an int, and what this thread does to it happens before all else.
TEST(Explore, AtomicAccessesOfWhatIsAlsoAccessedPlainlyDoNotRace) {
  const std::string last = "(atomic_int* x, atomic_int* y) { if (atomic_load_explicit(y, memory_order_acquire) == 1) ";
  EXPECT_EQ(
      answer("C mixed\n{}\nP0(int* x, atomic_int* y) { *x = 1; atomic_store_explicit(y, 1, memory_order_release); }\n"
             "P1" +
             last +
             "atomic_store_explicit(x, 2, memory_order_relaxed); }\n"
             "P2" +
             last +
             "{ int r0 = atomic_load_explicit(x, memory_order_relaxed); } }\n"
             "exists (x=2)\n")
          .verdict(),
      Verdict::allowed);
}

TEST(Explore, AMutexThatIsUsedWronglyIsReported) {
  const auto what = [](const std::string& code) {
    const Answer found = answer("C t\n{}\nP0(mtx_t* m) { " + code + " }\n");
    EXPECT_EQ(found.verdict(), Verdict::undefined) << code;
    return found.search.finding ? found.search.finding->what : "nothing";
  };
  EXPECT_EQ(what("mtx_unlock(m);"), "unlocks a mutex that it does not hold");
  EXPECT_EQ(what("mtx_lock(m); mtx_unlock(m); mtx_unlock(m);"), "unlocks a mutex that it does not hold");
  EXPECT_EQ(what("mtx_lock(m); mtx_lock(m);"), "locks a mutex that it holds already");
}

TEST(Explore, TwoPlainReadsOfAnAtomicDoNotRace) {
  EXPECT_EQ(
      answer("C reads\n{}\nP0(int* x) { int r0 = *x; }\nP1(atomic_int* x) { int r0 = atomic_load(x); }\n").verdict(),
      Verdict::allowed);
}

TEST(Explore, AnOrderThatIsUndefinedIsReported) {
  const Answer found = answer(test_of({"int r0 = atomic_load_explicit(x, memory_order_release);"}));
  EXPECT_EQ(found.verdict(), Verdict::undefined);
  ASSERT_TRUE(found.example.has_value());
  EXPECT_EQ(found.example->violation, Violation::undefined_order);
  ASSERT_EQ(found.example->threads[0].size(), 1U);
  EXPECT_TRUE(found.example->threads[0][0].is_refused);
}

TEST(Explore, AnIndexOutsideOfItsArrayIsUndefined) {
  const Answer found =
      answer("C a\n{ atomic_int a[2]; }\nP0(atomic_int* a) { int r0 = 2; atomic_store(a + r0, 1); }\n");
  EXPECT_EQ(found.verdict(), Verdict::undefined);
  ASSERT_TRUE(found.search.finding.has_value());
  EXPECT_THAT(found.search.finding->what, HasSubstr("the index 2 is outside of the array"));
}

// ---- limits

TEST(Explore, AThreadThatReachesTheBoundLeavesTheVerdictOpen) {
  checker::Options options;
  options.most_events = 2;
  const auto text = test_of({"atomic_store(x, 1); atomic_store(x, 2); atomic_store(x, 3);"}, "exists (x=3)");
  const Answer found = answer(text, MemoryModel::cpp20, options);
  EXPECT_EQ(found.search.bounded, 1U);
  EXPECT_EQ(found.verdict(), Verdict::unknown);
}

TEST(Explore, ASearchThatIsCutShortLeavesTheVerdictOpen) {
  checker::Options options;
  options.most_executions = 1;
  EXPECT_EQ(answer(kMessagePassing, MemoryModel::sequential, options).verdict(), Verdict::unknown);
}

// What S has before an access by coherence brings what strongly happens before it: the store to x, by way of y.
TEST(Explore, TheOrderSGoesThroughOtherOrders) {
  const auto text = [](const std::string& order_of_z) {
    return "C test\n{}\n"
           "P0(atomic_int* x, atomic_int* y) {\n"
           "  atomic_store_explicit(x, 1, memory_order_seq_cst);\n"
           "  atomic_store_explicit(y, 1, memory_order_release);\n"
           "}\n"
           "P1(atomic_int* y, atomic_int* z) {\n"
           "  int r0 = atomic_load_explicit(y, memory_order_acquire);\n"
           "  atomic_store_explicit(z, 1, memory_order_" +
           order_of_z +
           ");\n"
           "}\n"
           "P2(atomic_int* x, atomic_int* z) {\n"
           "  atomic_store_explicit(z, 2, memory_order_seq_cst);\n"
           "  int r0 = atomic_load_explicit(x, memory_order_seq_cst);\n"
           "}\n"
           "exists (1:r0=1 /\\ z=2 /\\ 2:r0=0)\n";
  };
  EXPECT_EQ(verdict(text("seq_cst"), MemoryModel::cpp20), Verdict::forbidden);
  EXPECT_EQ(verdict(text("release"), MemoryModel::cpp20), Verdict::allowed);
}

// A search that reports after 0.2 seconds estimates how large it is, by runs that are not its own.
TEST(Explore, AnEstimateForAReportChangesNoCount) {
  const std::string add = "int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);";
  const std::string again = "int r1 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);";
  const std::string text = test_of({add + again, add + again, add + again, add + again});
  const Answer wanted = answer(text);
  ASSERT_EQ(wanted.search.executions, 2520U);
  checker::Options options;
  int with_an_estimate = 0;
  options.on_progress = [&](const checker::SearchProgress& progress) {
    if (progress.share_done != 0) ++with_an_estimate;
    if (with_an_estimate == 0) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return true;
  };
  const Answer found = answer(text, MemoryModel::cpp20, options);
  EXPECT_NE(with_an_estimate, 0);
  EXPECT_EQ(found.states, wanted.states);
  EXPECT_EQ(found.search.executions, wanted.search.executions);
}

}  // namespace
}  // namespace vigil::litmus
