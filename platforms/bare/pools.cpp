// The pools compute what one thread computes.

#include "bare/rounds.hpp"

#include <vigil/lean/thread_pool.hpp>
#include <vigil/parallel/parallel_for.hpp>
#include <vigil/parallel/sort.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace vigil::bare::pools {
namespace {

std::int64_t fib(std::int32_t n) {
  if (n < 2) return n;
  const auto [larger, smaller] = join([n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return larger + smaller;
}

TEST(BareThreadPool, JoinsWhatItForks) {
  ThreadPool pool({.workers = 3});
  repeat_for_a_while([&] { ASSERT_EQ(pool.call([] { return fib(15); }), 610); });
}

TEST(BareThreadPool, StartsAndStops) {
  repeat_for_a_while([] {
    ThreadPool pool({.workers = 2});
    ASSERT_EQ(pool.call([] { return 7; }), 7);
  });
}

TEST(BareThreadPool, RunsLoopsScopesAndSorts) {
  ThreadPool pool({.workers = 3});
  repeat_for_a_while([&] {
    std::vector<std::size_t> numbers(2'000);
    parallel_for(pool, numbers.size(), [&](std::size_t i) { numbers[i] = (i * 7'919) % numbers.size(); });
    sort(pool, numbers);
    for (std::size_t i = 0; i != numbers.size(); ++i) ASSERT_EQ(numbers[i], i);
    std::atomic<int> spawned = 0;
    scope(pool, [&](auto& here) {
      for (int i = 0; i != 20; ++i) here.spawn([&] { spawned.fetch_add(1, std::memory_order_relaxed); });
    });
    ASSERT_EQ(spawned.load(), 20);
  });
}

struct Count : lean::Task<> {
  Count() : Task(&Count::run_it) {}
  static void run_it(lean::Task<>& task) noexcept { ++static_cast<Count&>(task).runs; }
  int runs = 0;
};

TEST(BareLeanPool, RunsEachTaskOnce) {
  repeat_for_a_while([] {
    constexpr std::size_t kTasksEach = 100;
    const std::unique_ptr<Count[]> tasks(new Count[2 * kTasksEach]);
    lean::ThreadPool pool({.most_threads = 2});
    in_threads(2, [&](std::size_t thread) {
      for (std::size_t i = 0; i != kTasksEach; ++i) EXPECT_TRUE(pool.schedule(tasks[thread * kTasksEach + i]));
    });
    pool.shutdown();
    pool.join();
    for (std::size_t i = 0; i != 2 * kTasksEach; ++i) ASSERT_EQ(tasks[i].runs, 1) << "task " << i;
  });
}

}  // namespace
}  // namespace vigil::bare::pools
