#include <vigil/execution/bulk.hpp>
#include <vigil/execution/parallel_scheduler.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/pool/parallel_scheduler.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

TEST(ParallelSchedulerReference, LeavesWorkToABackend) {
  //! [example]
  namespace execution = vigil::execution;

  // A scheduler of this part of the program alone, with two threads.
  const execution::parallel_scheduler two(std::make_shared<vigil::PoolBackend>(vigil::PoolOptions{.workers = 2}));
  std::atomic<int> calls = 0;
  EXPECT_TRUE(execution::sync_wait(execution::schedule(two) | execution::bulk(100, [&](int) { ++calls; })).has_value());
  EXPECT_EQ(calls, 100);
  //! [example]
}
