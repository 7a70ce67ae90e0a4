// Does a future that is forked and joined by hand give its result, in any order, and in little memory?

#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <utility>

namespace vigil {
namespace {

std::int64_t sum(ThreadPool::Worker& worker, std::int32_t n) {
  if (n < 2) return n;
  Future<std::int32_t, std::int64_t> half;
  half.fork<&sum>(worker, n / 2);
  const std::int64_t other = sum(worker, n - n / 2);
  return other + half.join<&sum>(worker);
}

TEST(Future, IsForkedAndJoinedByHand) {
  ThreadPool pool({.workers = 2});
  EXPECT_EQ(pool.call([](ThreadPool::Worker& worker) { return sum(worker, 10'000); }), 10'000);
}

// The older of two is joined first, so the newer one runs on the way.
TEST(Future, MayBeJoinedInAnyOrder) {
  ThreadPool pool({.workers = 1});
  const auto results = pool.call([](ThreadPool::Worker& worker) {
    Future<int, int> older, newer;
    constexpr auto kDouble = [](int x) { return 2 * x; };
    older.fork<kDouble>(worker, 1);
    newer.fork<kDouble>(worker, 2);
    const int first = older.join<kDouble>(worker);
    return std::pair(first, newer.join<kDouble>(worker));
  });
  EXPECT_EQ(results, std::pair(2, 4));
}

// Throws on another worker than the one that has forked it.
std::atomic<bool> has_begun_elsewhere = false;
int throws_elsewhere(int) {
  has_begun_elsewhere = true;
  throw std::out_of_range("stolen");
}

TEST(Future, ThrowsWhatItsCallHasThrownOnAnotherWorker) {
  ThreadPool pool({.workers = 2});
  has_begun_elsewhere = false;
  pool.call([](ThreadPool::Worker& worker) {
    Future<int, int> stolen;
    stolen.fork<&throws_elsewhere>(worker, 1);
    while (!has_begun_elsewhere) std::this_thread::yield();
    EXPECT_THROW((void)stolen.join<&throws_elsewhere>(worker), std::out_of_range);
  });
}

TEST(Future, TakesThirtyTwoBytesAndAJobEight) {
  EXPECT_EQ(sizeof(Job<DefaultParts>), 8U);
  EXPECT_EQ(sizeof(Future<std::int32_t, std::int64_t>), 32U);
}

}  // namespace
}  // namespace vigil
