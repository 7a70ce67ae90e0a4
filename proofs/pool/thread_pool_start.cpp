// What does a pool do before its threads run: are workers in place, and is the process watched?

#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <thread>

namespace vigil {
namespace {

// Notes among how many victims thieves choose.
struct NotingRandom : XorShift64Star {
  using XorShift64Star::XorShift64Star;
  std::uint64_t below(std::uint64_t limit) {
    among = limit;
    ++choices;
    return XorShift64Star::below(limit);
  }
  static inline std::atomic<std::uint64_t> among = 0;
  static inline std::atomic<int> choices = 0;
};
struct NotingParts : PoolParts<StdAtomics> {
  using Random = NotingRandom;
};

// Among how many victims the thieves of a pool of four workers with that placement choose.
std::uint64_t victims(const Placement& placement) {
  NotingRandom::among = 0;
  NotingRandom::choices = 0;
  const BasicThreadPool<NotingParts> pool({.workers = 4, .placement = placement});
  while (NotingRandom::choices == 0) std::this_thread::yield();
  return NotingRandom::among;
}

TEST(ThreadPoolStart, LetsWorkersWithAPlaceStealFromTheNearest) {
  EXPECT_EQ(victims(Placement::none()), 4U) << "itself too, which it leaves out later";
  EXPECT_EQ(victims(Placement::on({thread_processors().value().front()})), 3U) << "all others are equally near";
}

// A process that cannot be watched.
struct UnwatchedProcess : SystemProcess {
  static bool begin() { return false; }
};
struct UnwatchedParts : PoolParts<StdAtomics> {
  using Process = UnwatchedProcess;
};

std::atomic<int> threads_begun = 0;

TEST(ThreadPoolStart, ThrowsIfThereIsNoMemoryToWatchTheProcess) {
  threads_begun = 0;
  const PoolOptions options{.workers = 2, .at_thread_start = [](std::size_t) noexcept { ++threads_begun; }};
  EXPECT_THROW(BasicThreadPool<UnwatchedParts>{options}, std::bad_alloc);
  EXPECT_EQ(threads_begun, 0);
}

}  // namespace
}  // namespace vigil
