// What each memory model says of small programs, and what stops a search.

#include "explore.hpp"
#include "herd_reader.hpp"
#include "load_buffering.hpp"

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

// Over an atomic x, an atomic y, and a plain z.
std::string test_of(const std::vector<std::string>& threads, const std::string& condition = "exists (true)") {
  std::string text = "C test\n{}\n";
  for (std::size_t i = 0; i != threads.size(); ++i)
    text += "P" + std::to_string(i) + "(atomic_int* x, atomic_int* y, int* z) {\n" + threads[i] + "\n}\n";
  return text + condition + "\n";
}

Answer answer(const std::string& text, MemoryModel model = MemoryModel::cpp20, checker::Options options = {}) {
  options.memory_model = model;
  return explore(read_herd(text), options);
}
Verdict verdict(const std::string& text, MemoryModel model) { return answer(text, model).verdict(); }

const std::string kLoadX = "int r0 = atomic_load_explicit(x, memory_order_relaxed);";
const std::string kLoadY = "int r0 = atomic_load_explicit(y, memory_order_relaxed);";
const std::string kStoreX = "atomic_store_explicit(x, 1, memory_order_relaxed);";
const std::string kStoreY = "atomic_store_explicit(y, 1, memory_order_relaxed);";
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

// ---- load buffering

bool may_buffer(const std::string& first, const std::string& second) {
  return answer(test_of({first, second})).may_buffer_loads;
}

TEST(LoadBuffering, NeedsALoadBeforeAStoreInEachThread) {
  EXPECT_TRUE(may_buffer(kLoadX + kStoreY, kLoadY + kStoreX));
  EXPECT_FALSE(may_buffer(kStoreY + kLoadX, kLoadY + kStoreX));
  EXPECT_FALSE(may_buffer(kLoadX + kStoreY, kLoadY));
  EXPECT_TRUE(may_buffer(kLoadX + "if (r0 == 1) { " + kStoreY + " }", kLoadY + kStoreX)) << "a condition permits it";
}

TEST(LoadBuffering, NeedsTwoReadsThatDoNotSynchronise) {
  const std::string load_x = "int r0 = atomic_load_explicit(x, memory_order_acquire);";
  const std::string load_y = "int r0 = atomic_load_explicit(y, memory_order_acquire);";
  const std::string store_x = "atomic_store_explicit(x, 1, memory_order_release);";
  const std::string store_y = "atomic_store_explicit(y, 1, memory_order_release);";
  EXPECT_FALSE(may_buffer(load_x + store_y, load_y + store_x));
  // One read that does not synchronise would happen before the write that it reads from.
  EXPECT_FALSE(may_buffer(load_x + kStoreY, load_y + store_x));
  EXPECT_FALSE(may_buffer(kLoadX + store_y, load_y + store_x));
  EXPECT_TRUE(may_buffer(kLoadX + kStoreY, load_y + store_x));
  EXPECT_TRUE(may_buffer(kLoadX + store_y, kLoadY + store_x));
}

TEST(LoadBuffering, IsImpossibleWithinOneLocation) {
  const std::string add = "atomic_fetch_add_explicit(x, 1, memory_order_relaxed);";
  EXPECT_FALSE(may_buffer(add + add, add + add));
}

TEST(LoadBuffering, GoesThroughReadModifyWrites) {
  EXPECT_TRUE(may_buffer("int r0 = atomic_exchange_explicit(x, 2, memory_order_relaxed);" + kStoreY, kLoadY + kStoreX));
}

// The critical sections order the first thread's load before the second thread's store, and nothing else does.
TEST(LoadBuffering, GoesThroughMutexes) {
  const std::string text =
      "C mutex\n{}\n"
      "P0(atomic_int* x, mtx_t* m, int* d) {" +
      kLoadX +
      " mtx_lock(m); *d = 1; mtx_unlock(m); }\n"
      "P1(atomic_int* y, mtx_t* m, int* d) { mtx_lock(m); int r0 = *d; mtx_unlock(m);" +
      kStoreY +
      "}\n"
      "P2(atomic_int* x, atomic_int* y) {" +
      kLoadY + kStoreX +
      "}\n"
      "exists (0:r0=1 /\\ 1:r0=1 /\\ 2:r0=1)\n";
  EXPECT_EQ(verdict(text, MemoryModel::cpp20), Verdict::not_explored);
  EXPECT_EQ(verdict(text, MemoryModel::rc11), Verdict::forbidden);
}

// What stands behind a jump does not follow it.
TEST(LoadBuffering, DoesNotGoFromOneBranchToTheOther) {
  const std::string branch = "int r1 = 0; int r0; if (r1 == 0) { r0 = atomic_load_explicit(x, memory_order_relaxed); }";
  EXPECT_FALSE(may_buffer(branch + " else { " + kStoreY + " }", kLoadY + kStoreX));
  EXPECT_TRUE(may_buffer(branch + " " + kStoreY, kLoadY + kStoreX));
}

// Of three threads, over the atomics a, b, x and y.
bool three_may_buffer(const std::array<std::string, 3>& threads) {
  std::string text = "C test\n{}\n";
  for (std::size_t i = 0; i != threads.size(); ++i)
    text += "P" + std::to_string(i) + "(atomic_int* a, atomic_int* b, atomic_int* x, atomic_int* y) { " + threads[i] +
            " }\n";
  return answer(text + "exists (true)\n").may_buffer_loads;
}

// The later of the two reads would happen before the write that the other one reads.
TEST(LoadBuffering, NeedsReadsInTwoThreads) {
  const std::string acquire_a = "int r1 = atomic_load_explicit(a, memory_order_acquire);";
  const std::string read_both = kLoadX + " int r1 = atomic_load_explicit(y, memory_order_relaxed);";
  EXPECT_FALSE(three_may_buffer(
      {read_both + "atomic_store_explicit(a, 1, memory_order_release);", acquire_a + kStoreX, acquire_a + kStoreY}));
  EXPECT_TRUE(three_may_buffer(
      {read_both + "atomic_store_explicit(a, 1, memory_order_relaxed);", acquire_a + kStoreX, acquire_a + kStoreY}));
}

// The later of the two writes would happen after the read of the other one.
TEST(LoadBuffering, NeedsWritesInTwoThreads) {
  const auto acquire = [](const std::string& order) {
    return "int r0 = atomic_load_explicit(a, " + order + "); int r1 = atomic_load_explicit(b, memory_order_acquire);";
  };
  const std::string release_a = "atomic_store_explicit(a, 1, memory_order_release);";
  const std::string release_b = "atomic_store_explicit(b, 1, memory_order_release);";
  EXPECT_FALSE(
      three_may_buffer({acquire("memory_order_acquire") + kStoreX + kStoreY, kLoadX + release_a, kLoadY + release_b}));
  EXPECT_TRUE(
      three_may_buffer({acquire("memory_order_relaxed") + kStoreX + kStoreY, kLoadX + release_a, kLoadY + release_b}));
}

// To wait on a condition variable unlocks the mutex. Herd's C has no such call: the unlock of the first thread becomes
// one.
TEST(LoadBuffering, GoesThroughAWaitOnAConditionVariable) {
  Program program = read_herd(
                        "C wait\n{}\n"
                        "P0(atomic_int* x, mtx_t* m) { mtx_lock(m); " +
                        kLoadX +
                        " mtx_unlock(m); }\n"
                        "P1(atomic_int* y, mtx_t* m) { mtx_lock(m); " +
                        kStoreY +
                        " }\n"
                        "P2(atomic_int* x, atomic_int* y) { " +
                        kLoadY + kStoreX + " }\n")
                        .program;
  EXPECT_TRUE(may_buffer_loads(program));
  Instruction& unlock = program.threads[0].code.back();
  ASSERT_EQ(unlock.kind, Instruction::Kind::unlock);
  unlock.kind = Instruction::Kind::wait;
  unlock.mutex = unlock.object;
  unlock.object = static_cast<std::uint32_t>(program.objects.size());
  program.objects.push_back({"condition", Object::Kind::condition_variable, 0});
  EXPECT_TRUE(may_buffer_loads(program));
  program.threads[0].code.pop_back();
  EXPECT_FALSE(may_buffer_loads(program)) << "while the mutex is held, nobody gets it";
}

TEST(LoadBuffering, MayComeFromALoop) {
  EXPECT_TRUE(may_buffer("int r1 = 0; int r0; while (r1 < 2) { " + kStoreY +
                             " r0 = atomic_load_explicit(x, memory_order_relaxed); r1 = r1 + 1; }",
                         kLoadY + kStoreX));
}

}  // namespace
}  // namespace vigil::litmus
