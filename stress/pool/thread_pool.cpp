// Does every call return and every join end on this machine, while threads steal, sleep, throw and stop?

#include "pool/pool_parts.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

std::uint64_t fib(PoolWorker& worker, unsigned n) {
  if (n < 2) return n;
  const auto [a, b] = join(
      worker, [n](PoolWorker& other) { return fib(other, n - 1); },
      [n](PoolWorker& other) { return fib(other, n - 2); });
  return a + b;
}

// Plain data that every branch writes and its joiner reads: a missing order is a race that ThreadSanitizer reports.
void fill(PoolWorker& worker, std::uint64_t* begin, std::uint64_t* end) {
  if (end - begin == 1) {
    *begin += 1;
    return;
  }
  std::uint64_t* const middle = begin + (end - begin) / 2;
  join(
      worker, [=](PoolWorker& other) { fill(other, begin, middle); },
      [=](PoolWorker& other) { fill(other, middle, end); });
  if (*begin != *middle) throw std::logic_error("a branch was joined before its end");
}

Watchdog watch(const Pool& pool) {
  return Watchdog([&pool] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
}

void fib_on(std::size_t workers, SleepRounds rounds) {
  repeat_for_a_while([&](unsigned) {
    Pool pool({.workers = workers, .rounds = rounds});
    const Watchdog watchdog = watch(pool);
    ASSERT_EQ(pool.call([](PoolWorker& worker) { return fib(worker, 16); }), 987u);
    const WorkerStatistics all = pool.statistics();
    ASSERT_EQ(all.injected, 1u);
    ASSERT_LE(all.stolen, 1596u) << "at most one branch of each join";
    ASSERT_EQ(all.executed, all.stolen + 1) << "the stolen branches, and the call itself";
  });
}

TEST(ThreadPool, OneWorkerComputes) { fib_on(1, {}); }
TEST(ThreadPool, TwoWorkersCompute) { fib_on(2, {}); }
TEST(ThreadPool, TwoWorkersThatSleepAtOnceCompute) { fib_on(2, kImpatient); }
TEST(ThreadPool, SixteenWorkersThatSleepAtOnceCompute) { fib_on(16, kImpatient); }

TEST(ThreadPool, JoinersSeeWhatTheirBranchesWrote) {
  repeat_for_a_while([](unsigned) {
    Pool pool({.workers = 4, .rounds = kImpatient});
    const Watchdog watchdog = watch(pool);
    std::vector<std::uint64_t> values(512, 7);
    pool.call([&](PoolWorker& worker) { fill(worker, values.data(), values.data() + values.size()); });
    ASSERT_EQ(values, std::vector<std::uint64_t>(512, 8));
  });
}

TEST(ThreadPool, ManyCallersEachGetTheirOwnResult) {
  repeat_for_a_while([](unsigned number) {
    Pool pool({.workers = 3, .rounds = kImpatient});
    const Watchdog watchdog = watch(pool);
    std::atomic<std::uint64_t> wrong{0};
    ThreadSet threads;
    threads.add(8, [&](std::size_t caller) {
      RandomDelays delays(number * 43 + caller);
      for (std::uint64_t i = 0; i != 50; ++i) {
        const std::uint64_t due = caller * 1000 + i;
        if (pool.call([due] { return due; }) != due) wrong.fetch_add(1, std::memory_order_relaxed);
        delays.perhaps();
      }
    });
    threads.run();
    ASSERT_EQ(wrong.load(), 0u);
    ASSERT_EQ(pool.statistics().injected, 400u);
  });
}

TEST(ThreadPool, ExceptionsOfStolenBranchesArrive) {
  repeat_for_a_while([](unsigned number) {
    Pool pool({.workers = 2, .rounds = kImpatient});
    const Watchdog watchdog = watch(pool);
    for (unsigned i = 0; i != 200; ++i) {
      const bool first = (i + number) % 2 == 0;
      int caught = 0;
      try {
        pool.call([&](PoolWorker& worker) {
          (void)join(
              worker,
              [&] {
                if (first) throw 1;
              },
              [] { throw 2; });
        });
      } catch (int which) {
        caught = which;
      }
      ASSERT_EQ(caught, first ? 1 : 2);
    }
  });
}

// Callers that meet a stop: each call is made and returns, or is refused and not made.
TEST(ThreadPool, StopMakesOrRefusesEachCall) {
  repeat_for_a_while([](unsigned number) {
    Pool pool({.workers = 2, .rounds = kImpatient});
    const Watchdog watchdog = watch(pool);
    std::atomic<std::uint64_t> made{0}, returned{0}, refused{0};
    ThreadSet threads;
    threads.add(4, [&](std::size_t caller) {
      RandomDelays delays(number * 47 + caller);
      for (int i = 0; i != 20; ++i) {
        try {
          pool.call([&] { made.fetch_add(1, std::memory_order_relaxed); });
          returned.fetch_add(1, std::memory_order_relaxed);
        } catch (const PoolStopped&) {
          refused.fetch_add(1, std::memory_order_relaxed);
        }
        delays.perhaps();
      }
    });
    threads.add(2, [&](std::size_t stopper) {
      RandomDelays delays(number * 53 + stopper);
      for (std::uint64_t i = 0; i != number % 64; ++i) delays.perhaps();
      pool.stop();
    });
    threads.run();
    ASSERT_EQ(made.load(), returned.load());
    ASSERT_EQ(returned.load() + refused.load(), 80u);
  });
}

TEST(ThreadPool, PoolsStoppedAtOnceEnd) {
  repeat_for_a_while([](unsigned) {
    for (std::size_t workers = 1; workers != 5; ++workers) Pool pool({.workers = workers, .rounds = kImpatient});
  });
}

// Each worker of one pool waits for the other pool, and the other way round.
TEST(ThreadPool, PoolsThatCallEachOtherReturn) {
  repeat_for_a_while([](unsigned) {
    Pool left({.workers = 1, .rounds = kImpatient});
    Pool right({.workers = 1, .rounds = kImpatient});
    const Watchdog watchdog = watch(left);
    const auto there_and_back = [](Pool& from, Pool& to) {
      for (int i = 0; i != 50; ++i) {
        const int depth = from.call([&] { return 1 + to.call([&] { return 1 + from.call([] { return 1; }); }); });
        ASSERT_EQ(depth, 3);
      }
    };
    ThreadSet threads;
    threads.add([&] { there_and_back(left, right); });
    threads.add([&] { there_and_back(right, left); });
    threads.run();
  });
}

// The pool of the waiting worker is freed as soon as its call returns.
TEST(ThreadPool, APoolMayGoAsSoonAsItsCallToAnotherHasReturned) {
  repeat_for_a_while([](unsigned) {
    Pool far({.workers = 2, .rounds = kImpatient});
    const Watchdog watchdog = watch(far);
    for (int i = 0; i != 20; ++i) {
      std::optional<Pool> near(std::in_place, PoolOptions{.workers = 1, .rounds = kImpatient});
      ASSERT_EQ(near->call([&] { return far.call([] { return 7; }); }), 7);
      near.reset();
    }
  });
}

}  // namespace
}  // namespace vigil::stress
