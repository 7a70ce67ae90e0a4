// Does a pool whose threads cannot all be started leave none behind, and does the next one work, on this machine?

#include "pool/pool_parts.hpp"

#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeds.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

namespace vigil::stress {
namespace {

using namespace testing;

// A layer whose starts of threads fail at random, by the numbers of the thread that starts them.
struct UnreliableStarts : Layer {
  static inline thread_local Random luck{1};
  static inline thread_local std::uint64_t starts = 0;
  static inline std::atomic<std::uint64_t> begun{0};
  static inline std::atomic<std::uint64_t> ended{0};

  class thread : public Layer::thread {
   public:
    template <class Code>
    explicit thread(Code code) : Layer::thread(counted(std::move(code))) {
      ++starts;
    }

   private:
    template <class Code>
    static auto counted(Code code) {
      if (luck.one_in(12)) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
      return [code = std::move(code)]() mutable {
        begun.fetch_add(1, std::memory_order_relaxed);
        code();
        ended.fetch_add(1, std::memory_order_relaxed);
      };
    }
  };
};

using UnreliablePool = BasicThreadPool<PoolParts<UnreliableStarts>>;

void mark_all(UnreliablePool::Worker& worker, Marks& marks, std::size_t begin, std::size_t end) {
  if (end - begin == 1) return marks.mark(begin);
  const std::size_t middle = begin + (end - begin) / 2;
  join(
      worker, [&](UnreliablePool::Worker& other) { mark_all(other, marks, begin, middle); },
      [&](UnreliablePool::Worker& other) { mark_all(other, marks, middle, end); });
}

struct Made {
  std::uint64_t pools = 0;
  std::uint64_t failures = 0;
  std::uint64_t threads = 0;
};

// Makes pools of up to 16 workers one after the other, and gives jobs to those that come to be.
Made make_pools(std::uint64_t seed) {
  constexpr std::size_t kJobs = 100;
  Made made;
  Random random(seed);
  UnreliableStarts::luck = Random(seed + 1);
  UnreliableStarts::starts = 0;
  for (int i = 0; i != 40; ++i) {
    Marks marks(kJobs);
    try {
      UnreliablePool pool({.workers = 1 + random.below(16), .rounds = kImpatient, .deque_capacity = 1});
      pool.call([&](UnreliablePool::Worker& worker) { mark_all(worker, marks, 0, kJobs); });
      ++made.pools;
    } catch (const std::system_error&) {
      ++made.failures;
      continue;
    }
    EXPECT_EQ(marks.complaint(), "");
  }
  made.threads = UnreliableStarts::starts;
  return made;
}

TEST(ThreadPool, PoolsWhoseThreadsCannotAllBeStartedLeaveNoneBehind) {
  repeat_with_seeds([](std::uint64_t seed) {
    UnreliableStarts::begun = UnreliableStarts::ended = 0;
    const Watchdog watchdog([seed] {
      return "seed " + std::to_string(seed) + ", " + std::to_string(UnreliableStarts::begun) + " threads begun, " +
             std::to_string(UnreliableStarts::ended) + " ended";
    });
    std::atomic<std::uint64_t> pools{0}, failures{0}, threads{0};
    ThreadSet makers;
    makers.add(3, [&](std::size_t maker) {
      const Made made = make_pools(seed * 61 + maker);
      pools += made.pools;
      failures += made.failures;
      threads += made.threads;
    });
    makers.run();
    ASSERT_EQ(pools + failures, 120U) << "each is made, or says that it could not be";
    ASSERT_GT(pools, 0U);
    ASSERT_GT(failures, 0U);
    ASSERT_EQ(UnreliableStarts::begun, threads) << "threads that were started";
    ASSERT_EQ(UnreliableStarts::ended, threads) << "threads that were still there when their pool was not";
  });
}

}  // namespace
}  // namespace vigil::stress
