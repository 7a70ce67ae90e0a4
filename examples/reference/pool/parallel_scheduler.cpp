#include <vigil/execution/execution.hpp>
#include <vigil/pool/parallel_scheduler.hpp>

#include <gtest/gtest.h>

#include <memory>

TEST(PoolParallelSchedulerReference, IsTheSchedulerOfTheProcess) {
  //! [example]
  namespace execution = vigil::execution;

  const auto work = execution::schedule(execution::get_parallel_scheduler()) | execution::then([] { return 7; });
  const auto [seven] = execution::sync_wait(work).value();
  EXPECT_EQ(seven, 7);
  //! [example]
}

TEST(PoolParallelSchedulerReference, MayHaveAPoolOfTheProgram) {
  //! [backend]
  namespace execution = vigil::execution;

  vigil::ThreadPool pool({.workers = 2});
  const execution::parallel_scheduler scheduler(std::make_shared<vigil::PoolBackend>(pool));
  const auto asks = execution::schedule(scheduler) | execution::then([&] { return pool.is_inside(); });
  const auto [is_inside] = execution::sync_wait(asks).value();
  EXPECT_TRUE(is_inside);
  //! [backend]
}
