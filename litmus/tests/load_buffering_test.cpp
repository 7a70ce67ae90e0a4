// Which programs may have load buffering, which is not explored.

#include "load_buffering.hpp"
#include "small_programs.hpp"

#include <gtest/gtest.h>

#include <string>

namespace vigil::litmus {
namespace {

using checker::MemoryModel;

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
