// Is every element processed exactly once, and every exception passed on, while workers steal and sleep, on this
// machine?

#include <vigil/parallel/find.hpp>
#include <vigil/parallel/par.hpp>
#include <vigil/parallel/parallel_for.hpp>
#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/parallel/sort.hpp>
#include <vigil/parallel/stable_sort.hpp>
#include <vigil/parallel/terminals.hpp>
#include <vigil/pool/scope.hpp>

#include "pool/pool_parts.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

Watchdog watch(const Pool& pool) {
  return Watchdog([&pool] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
}

PoolOptions impatient(std::size_t workers) { return {.workers = workers, .rounds = kImpatient, .deque_capacity = 1}; }

// Plain counters: an element that two workers have is a race that ThreadSanitizer reports.
TEST(Parallel, LoopsInLoopsProcessEachElementOnce) {
  repeat_for_a_while([](unsigned number) {
    Pool pool(impatient(4));
    const Watchdog watchdog = watch(pool);
    const Grain grain = number % 2 == 0 ? Grain::adaptive() : Grain::fixed(1 + number % 7);
    std::vector<int> processed(40 * 50);
    parallel_for(
        pool, 40,
        [&](PoolWorker& worker, int row) {
          parallel_for(
              worker, 50 * row, 50 * (row + 1), [&](int i) { ++processed[static_cast<std::size_t>(i)]; }, grain);
        },
        grain);
    ASSERT_EQ(processed, std::vector<int>(processed.size(), 1));
  });
}

TEST(Parallel, ManyCallersReduceOnOnePool) {
  repeat_for_a_while([](unsigned number) {
    Pool pool(impatient(3));
    const Watchdog watchdog = watch(pool);
    ThreadSet threads;
    threads.add(6, [&](std::size_t caller) {
      const std::size_t size = 100 * caller + number % 100;
      for (int i = 0; i != 20; ++i) {
        const auto sum = parallel_reduce(pool, size, std::size_t{0}, std::plus(), [](std::size_t x) { return x; });
        ASSERT_EQ(sum, size == 0 ? 0 : size * (size - 1) / 2);
      }
    });
    threads.run();
  });
}

// A stop is requested by another thread, at any time. Each worker may have asked just before.
TEST(Parallel, AStopLetsEachWorkerBeginOneMoreElementAtMost) {
  repeat_for_a_while([](unsigned number) {
    constexpr std::size_t kWorkers = 4;
    Pool pool(impatient(kWorkers));
    const Watchdog watchdog = watch(pool);
    std::stop_source stop;
    std::atomic<bool> is_stopped{false};
    std::atomic<std::size_t> begun{0}, late{0};
    ThreadSet threads;
    threads.add(1, [&](std::size_t) {
      while (begun.load(std::memory_order_relaxed) < number % 100) std::this_thread::yield();
      stop.request_stop();
      is_stopped.store(true);
    });
    threads.add(1, [&](std::size_t) {
      // It never ends unless it is stopped, but for the many elements.
      par(pool, std::size_t{0}, std::size_t{1} << 40, number % 2 == 0 ? Grain::adaptive() : Grain::adaptive(7)) |
          stage::take_until_stopped(stop.get_token()) | stage::for_each([&](std::size_t) {
            begun.fetch_add(1, std::memory_order_relaxed);
            if (is_stopped.load()) late.fetch_add(1, std::memory_order_relaxed);
          });
    });
    threads.run();
    ASSERT_TRUE(is_stopped.load()) << "the loop ended by itself";
    ASSERT_LE(late.load(), kWorkers) << "elements that were begun after the stop";
  });
}

// Any pieces throw. All pieces that began have ended when the exception arrives, so the frame may be left.
TEST(Parallel, ExceptionsFromAnywhereArriveAfterAllPiecesHaveEnded) {
  repeat_for_a_while([](unsigned number) {
    Pool pool(impatient(4));
    const Watchdog watchdog = watch(pool);
    for (unsigned every = 1; every < 200; every = every * 2 + number % 2) {
      std::vector<int> processed(500);
      unsigned caught = 0;
      try {
        parallel_for(
            pool, 500U,
            [&](unsigned i) {
              ++processed[i];
              if (i % every == every - 1) throw i;
            },
            Grain::fixed(3));
      } catch (unsigned which) {
        caught = which;
      }
      ASSERT_EQ(caught, every - 1) << "the leftmost is thrown";
      ASSERT_TRUE(std::ranges::all_of(processed, [](int times) { return times <= 1; }));
    }
  });
}

TEST(Parallel, SearchesThatEndEarlyFindTheFirst) {
  repeat_for_a_while([](unsigned number) {
    Pool pool(impatient(4));
    const Watchdog watchdog = watch(pool);
    for (unsigned from = number % 10; from < 2'000; from += 97) {
      const auto behind = [from](unsigned x) { return x >= from && x % 3 == 0; };
      const unsigned due = (from + 2) / 3 * 3;
      ASSERT_EQ(par(pool, 0U, 2'100U, Grain::fixed(10)) | stage::find_first(behind), due);
      ASSERT_TRUE(behind((par(pool, 0U, 2'100U, Grain::fixed(10)) | stage::find_any(behind)).value()));
    }
  });
}

TEST(Parallel, PipelinesSeeEachElementOnce) {
  repeat_for_a_while([](unsigned) {
    Pool pool(impatient(4));
    const Watchdog watchdog = watch(pool);
    std::vector<std::uint64_t> numbers(3'000);
    par(pool, numbers) | stage::enumerate() |
        stage::for_each([](auto entry) { std::get<1>(entry) += std::get<0>(entry); });
    const auto even =
        par(pool, numbers) | stage::filter([](std::uint64_t x) { return x % 2 == 0; }) | stage::to_vector();
    ASSERT_EQ(even.size(), 1'500U);
    for (std::size_t i = 0; i != even.size(); ++i) ASSERT_EQ(even[i], 2 * i);
  });
}

TEST(Parallel, SortsOfManyCallersSort) {
  repeat_for_a_while([](unsigned number) {
    Pool pool(impatient(3));
    const Watchdog watchdog = watch(pool);
    ThreadSet threads;
    threads.add(3, [&](std::size_t caller) {
      std::vector<std::pair<unsigned, unsigned>> entries(12'000);
      unsigned state = number * 3 + static_cast<unsigned>(caller);
      for (unsigned i = 0; i != entries.size(); ++i) {
        state = state * 1664525U + 1013904223U;
        entries[i] = {state >> 24, i};
      }
      auto unstable = entries;
      stable_sort(pool, entries, {}, &std::pair<unsigned, unsigned>::first);
      vigil::sort(pool, unstable);
      ASSERT_TRUE(std::ranges::is_sorted(entries)) << "equal keys keep their order";
      ASSERT_EQ(unstable, entries);
    });
    threads.run();
  });
}

// Scopes, loops and joins in each other, some of which throw: a worker that waits for one runs the others' jobs.
TEST(Parallel, ScopesLoopsAndJoinsNest) {
  repeat_for_a_while([](unsigned) {
    Pool pool(impatient(4));
    const Watchdog watchdog = watch(pool);
    std::atomic<int> done{0};
    const auto work = [&](PoolWorker& worker) {
      scope(worker, [&](auto& tasks) {
        for (int i = 0; i != 8; ++i) {
          tasks.spawn(worker, [&, i](PoolWorker& mine) {
            parallel_for(mine, 20, [&](int) { done.fetch_add(1, std::memory_order_relaxed); });
            join(
                mine,
                [&](PoolWorker& same) { tasks.spawn(same, [&] { done.fetch_add(1, std::memory_order_relaxed); }); },
                [&] { done.fetch_add(1, std::memory_order_relaxed); });
            if (i == 3) throw std::out_of_range("the fourth");
          });
        }
      });
    };
    for (int i = 0; i != 20; ++i) EXPECT_THROW(pool.call(work), std::out_of_range);
    ASSERT_EQ(done.load(), 20 * 8 * 22);
  });
}

}  // namespace
}  // namespace vigil::stress
