#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <utility>

TEST(SchedulerReference, CompletesOnAWorker) {
  //! [example]
  namespace execution = vigil::execution;
  vigil::ThreadPool pool;
  auto work =
      execution::schedule(vigil::scheduler_of(pool)) | execution::then([&pool] { return pool.is_inside() ? 7 : 0; });
  const auto [number] = execution::sync_wait(std::move(work)).value();
  EXPECT_EQ(number, 7);
  //! [example]
}
