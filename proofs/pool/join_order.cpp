// Does a join check the deque first, and its latch only if the call was stolen?

#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>

namespace vigil {
namespace {

// A latch that counts how often the calling thread has probed one.
struct CountedLatch : CoreLatch<StdAtomics> {
  static inline thread_local std::uint64_t probes = 0;

  [[nodiscard]] bool probe() const {
    ++probes;
    return CoreLatch<StdAtomics>::probe();
  }
};

struct CountedParts : PoolParts<StdAtomics> {
  using Latch = CountedLatch;
};

using CountedPool = BasicThreadPool<CountedParts>;
using CountedWorker = CountedPool::Worker;

// How often one join probes its latch, on the worker that joins.
template <class First, class Second>
std::uint64_t probes_of_join(CountedWorker& worker, First first, Second second) {
  const std::uint64_t before = CountedLatch::probes;
  join(worker, first, second);
  return CountedLatch::probes - before;
}

TEST(Join, OfACallThatWasNotStolenNeverProbesItsLatch) {
  CountedPool pool({.workers = 1});
  EXPECT_EQ(pool.call([](CountedWorker& worker) {
    return probes_of_join(
        worker, [] {}, [] {});
  }),
            0U);
}

int set(std::atomic<bool>* is_stolen) {
  is_stolen->store(true, std::memory_order_relaxed);
  return 1;
}

// How often a future is probed by its join, which comes after `wait(is_stolen)`.
template <class Wait>
std::uint64_t probes_of_future(CountedWorker& worker, Wait wait) {
  std::atomic<bool> is_stolen{false};
  Future<std::atomic<bool>*, int, CountedParts> future;
  future.fork<&set>(worker, &is_stolen);
  wait(is_stolen);
  const std::uint64_t before = CountedLatch::probes;
  EXPECT_EQ(future.join<&set>(worker), 1);
  return CountedLatch::probes - before;
}

TEST(Future, ThatWasNotStolenNeverProbesItsLatch) {
  CountedPool pool({.workers = 1});
  EXPECT_EQ(pool.call([](CountedWorker& worker) { return probes_of_future(worker, [](const std::atomic<bool>&) {}); }),
            0U);
}

TEST(Future, ThatWasStolenProbesItsLatch) {
  CountedPool pool({.workers = 2});
  EXPECT_GE(pool.call([](CountedWorker& worker) {
    return probes_of_future(worker, [](const std::atomic<bool>& is_stolen) {
      while (!is_stolen.load(std::memory_order_relaxed)) std::this_thread::yield();
    });
  }),
            1U);
}

}  // namespace
}  // namespace vigil
