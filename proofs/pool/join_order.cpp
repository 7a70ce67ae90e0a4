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

TEST(Join, OfAStolenCallProbesItsLatch) {
  CountedPool pool({.workers = 2});
  EXPECT_GE(pool.call([](CountedWorker& worker) {
    std::atomic<bool> is_stolen{false};
    return probes_of_join(
        worker,
        [&] {
          while (!is_stolen.load(std::memory_order_relaxed)) std::this_thread::yield();
        },
        [&] { is_stolen.store(true, std::memory_order_relaxed); });
  }),
            1U);
}

}  // namespace
}  // namespace vigil
