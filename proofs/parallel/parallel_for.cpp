// Is a parallel loop the loop?

#include <vigil/parallel/parallel_for.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil {
namespace {

using PoolWorker = ThreadPool::Worker;

constexpr Grain kFine{.least = 1, .pieces_per_worker = 16};

ThreadPool& pool() {
  static ThreadPool shared({.workers = 3, .rounds = {.until_sleepy = 0, .until_sleeping = 1}});
  return shared;
}

TEST(ParallelFor, CallsItsBodyOnceForEachIndex) {
  EXPECT_TRUE(rc::check([](std::uint8_t begin, std::uint8_t end, std::uint8_t least) {
    std::vector<int> calls(256, 0);
    pool().call([&](PoolWorker& worker) {
      parallel_for(
          worker, begin, end, [&](std::size_t i) { ++calls[i]; }, Grain{.least = least});
    });
    for (std::size_t i = 0; i != calls.size(); ++i) RC_ASSERT(calls[i] == (begin <= i && i < end ? 1 : 0));
  }));
}

// Not commutative: the order of the indices is kept.
TEST(ParallelReduce, IsTheSequentialReduction) {
  EXPECT_TRUE(rc::check([](const std::string& text, std::uint8_t least) {
    const std::string seen = pool().call([&](PoolWorker& worker) {
      return parallel_reduce(
          worker, 0, text.size(), std::string(), [&](std::size_t i) { return std::string(1, text[i]); }, std::plus(),
          Grain{.least = least, .pieces_per_worker = 16});
    });
    RC_ASSERT(seen == text);
  }));
}

TEST(ParallelReduce, OfNothingIsTheIdentity) {
  const int seen = pool().call([](PoolWorker& worker) {
    return parallel_reduce(
        worker, 5, 3, 7, [](std::size_t) { return 1; }, std::plus());
  });
  EXPECT_EQ(seen, 7);
}

TEST(ParallelFor, ThrowsTheLeftmostExceptionAfterTheOtherPieces) {
  std::atomic<int> calls{0};
  const auto loop = [&](PoolWorker& worker) {
    parallel_for(
        worker, 0, 48,
        [&](std::size_t i) {
          calls.fetch_add(1, std::memory_order_relaxed);
          if (i == 10 || i == 40) throw i;
        },
        kFine);
  };
  try {
    pool().call(loop);
    FAIL() << "nothing was thrown";
  } catch (std::size_t which) {
    EXPECT_EQ(which, 10U);
  }
  EXPECT_EQ(calls.load(), 48) << "pieces of one index each: all of them are called";
}

TEST(Grain, GivesEachWorkerAFewPieces) {
  EXPECT_EQ((Grain{.least = 1, .pieces_per_worker = 4}.of(1'000, 5)), 50U);
  EXPECT_EQ((Grain{.least = 64, .pieces_per_worker = 4}.of(100, 8)), 64U);
  EXPECT_EQ((Grain{.least = 0, .pieces_per_worker = 4}.of(3, 8)), 1U);
}

}  // namespace
}  // namespace vigil
