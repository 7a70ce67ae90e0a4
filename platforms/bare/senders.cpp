// Senders, and a coroutine that awaits them, on the workers of a pool.

#include "bare/rounds.hpp"

#include <vigil/execution/bulk.hpp>
#include <vigil/execution/just.hpp>
#include <vigil/execution/starts_on.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/task.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/execution/when_all.hpp>
#include <vigil/pool/scheduler.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <numeric>

namespace vigil::bare::senders {

TEST(BareSenders, ComputeOnWorkers) {
  ThreadPool pool({.workers = 2});
  repeat_for_a_while([&] {
    const auto one = execution::schedule(scheduler_of(pool)) | execution::then([] { return 1; });
    const auto two = execution::schedule(scheduler_of(pool)) | execution::then([] { return 2; });
    const auto both = execution::sync_wait(execution::when_all(one, two));
    ASSERT_TRUE(both.has_value());
    ASSERT_EQ(std::get<0>(*both) + std::get<1>(*both), 3);
  });
}

TEST(BareSenders, MakeManyCalls) {
  ThreadPool pool({.workers = 2});
  repeat_for_a_while([&] {
    std::array<std::size_t, 200> squares{};
    const auto calls = execution::schedule(scheduler_of(pool)) |
                       execution::bulk(squares.size(), [&](std::size_t i) { squares[i] = i * i; });
    ASSERT_TRUE(execution::sync_wait(calls).has_value());
    ASSERT_EQ(std::accumulate(squares.begin(), squares.end(), std::size_t{0}), 199U * 200 * 399 / 6);
  });
}

template <class Scheduler>
execution::task<int> twice(Scheduler scheduler, int number) {
  const int result = co_await (execution::schedule(scheduler) | execution::then([number] { return 2 * number; }));
  co_return result;
}

TEST(BareSenders, AreAwaited) {
  ThreadPool pool({.workers = 2});
  repeat_for_a_while([&] {
    const auto scheduler = scheduler_of(pool);
    const auto result = execution::sync_wait(execution::starts_on(scheduler, twice(scheduler, 21)));
    ASSERT_TRUE(result.has_value());
    ASSERT_EQ(std::get<0>(*result), 42);
  });
}

}  // namespace vigil::bare::senders
