#include <vigil/execution/execution.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <utility>

TEST(ExecutionReference, DescribesWorkOnAPool) {
  //! [example]
  namespace execution = vigil::execution;  // one day std::execution

  vigil::ThreadPool pool;
  const auto scheduler = vigil::scheduler_of(pool);
  const auto left = execution::schedule(scheduler) | execution::then([] { return 40; });
  const auto right = execution::schedule(scheduler) | execution::then([] { return 2; });
  auto work = execution::when_all(left, right) | execution::then([](int a, int b) { return a + b; });

  const auto [sum] = execution::sync_wait(std::move(work)).value();
  EXPECT_EQ(sum, 42);
  //! [example]
}
