// Do tasks that go from pool to pool, and bulk operations in them, end once and free what they hold, on this machine?

#include <vigil/execution/execution.hpp>
#include <vigil/lean/scheduler.hpp>
#include <vigil/pool/parallel_scheduler.hpp>
#include <vigil/pool/scheduler.hpp>

#include "pool/pool_parts.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

// Named, not unnamed: g++ warns of a coroutine's frame with members of an unnamed namespace, where sources are compiled
// together.
namespace vigil::stress::tasks {

using namespace testing;
namespace ex = vigil::execution;

// Counts those that are there.
class Counted {
 public:
  explicit Counted(std::atomic<int>& count) : count_(count) { ++count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --count_; }

 private:
  std::atomic<int>& count_;
};

// What a tree of tasks meets.
template <class One, class Other>
struct World {
  One one;
  Other other;
  std::atomic<int> locals = 0;
  std::atomic<int> leaves = 0;
};

// Each task awaits two others at the same time, which start on either pool. The leaves make calls, and every so many
// throws or stops.
template <class World>
ex::task<int> tree(World& world, int depth, unsigned seed) {
  const Counted local(world.locals);
  if (depth == 0) {
    ++world.leaves;
    if (seed % 61 == 0) throw static_cast<int>(seed);
    if (seed % 67 == 0) co_await ex::just_stopped();
    std::vector<int> numbers(10, 1);
    const auto doubles = [&](std::size_t i) { numbers[i] *= 2; };
    if (seed % 2 == 0)
      co_await (ex::schedule(world.one) | ex::bulk(numbers.size(), doubles));
    else
      co_await (ex::schedule(world.other) | ex::bulk(numbers.size(), doubles));
    int sum = 0;
    for (const int number : numbers) sum += number;
    co_return sum;
  }
  const auto [left, right] = co_await ex::when_all(ex::starts_on(world.one, tree(world, depth - 1, 2 * seed + 1)),
                                                   ex::starts_on(world.other, tree(world, depth - 1, 2 * seed + 2)));
  co_await ex::schedule(world.other);
  co_return left + right;
}

template <class World>
void run_trees(World& world, unsigned first, std::atomic<int>& values) {
  constexpr int kDepth = 4;
  for (unsigned seed = first; seed != first + 20; ++seed) {
    try {
      const auto sum = ex::sync_wait(tree(world, kDepth, seed));
      if (!sum.has_value()) continue;
      ++values;
      EXPECT_EQ(std::get<0>(*sum), 20 << kDepth) << "each leaf gives twenty";
    } catch (int thrown) {
      EXPECT_EQ(thrown % 61, 0);
    }
  }
}

TEST(Tasks, ThatGoFromPoolToPoolEndOnce) {
  std::atomic<int> values = 0;
  repeat_for_a_while(
      [&](unsigned number) {
        // The lean pool ends first: its threads start operations on the other.
        Pool pool({.workers = 3, .rounds = kImpatient, .deque_capacity = 1});
        lean::ThreadPool lean_pool({.most_threads = 3});
        World<decltype(scheduler_of(pool)), decltype(scheduler_of(lean_pool))> world{scheduler_of(pool),
                                                                                     scheduler_of(lean_pool)};
        const Watchdog watchdog([&] { return std::to_string(world.leaves) + " leaves were run"; });
        std::vector<std::thread> threads;
        for (unsigned i = 0; i != 2; ++i)
          threads.emplace_back([&, i] { run_trees(world, 100 * number + 50 * i, values); });
        for (auto& thread : threads) thread.join();
        ASSERT_EQ(world.locals, 0) << "each frame was destroyed";
      },
      [&] { return values > 0; });
  EXPECT_GT(values, 0) << "no tree ended with a value";
}

TEST(Tasks, OnTheParallelSchedulerEndOnce) {
  std::atomic<int> values = 0;
  repeat_for_a_while(
      [&](unsigned number) {
        const ex::parallel_scheduler scheduler(std::make_shared<PoolBackend>(PoolOptions{.workers = 3}));
        World<ex::parallel_scheduler, ex::parallel_scheduler> world{scheduler, scheduler};
        const Watchdog watchdog([&] { return std::to_string(world.leaves) + " leaves were run"; });
        run_trees(world, 100 * number, values);
        ASSERT_EQ(world.locals, 0) << "each frame was destroyed";
      },
      [&] { return values > 0; });
  EXPECT_GT(values, 0) << "no tree ended with a value";
}

TEST(Bulk, MakesEachCallOnceWhateverStops) {
  repeat_for_a_while([](unsigned number) {
    Pool pool({.workers = 4, .rounds = kImpatient, .deque_capacity = 1});
    std::vector<int> calls(1000);  // plain: two threads that make the same call are a race
    ex::stop_source source;
    const std::size_t stops_at = number % 3 == 0 ? (number * 37) % calls.size() : calls.size();
    const auto work = ex::schedule(scheduler_of(pool)) | ex::bulk(calls.size(), [&](std::size_t i) {
                        ++calls[i];
                        if (i == stops_at) source.request_stop();
                      });
    const bool has_ended = ex::sync_wait(work, source.get_token()).has_value();
    std::size_t sum = 0;
    for (const int count : calls) {
      ASSERT_LE(count, 1);
      sum += static_cast<std::size_t>(count);
    }
    ASSERT_EQ(has_ended, sum == calls.size());
  });
}

}  // namespace vigil::stress::tasks
