#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/pool/priority_scheduler.hpp>

#include <gtest/gtest.h>

#include <utility>

TEST(PrioritySchedulerReference, PostsItsOperationsWithThatPriority) {
  //! [example]
  namespace execution = vigil::execution;
  vigil::PriorityThreadPool pool;
  auto urgent = execution::schedule(vigil::scheduler_of<vigil::Priority::high>(pool)) |
                execution::then([&pool] { return pool.is_inside() ? 7 : 0; });
  const auto [number] = execution::sync_wait(std::move(urgent)).value();
  EXPECT_EQ(number, 7);
  //! [example]
}
