#include <vigil/execution/just.hpp>
#include <vigil/execution/starts_on.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

TEST(StartsOnReference, StartsASenderOnAScheduler) {
  //! [example]
  namespace execution = vigil::execution;
  vigil::ThreadPool pool;

  const auto asks = execution::just() | execution::then([&] { return pool.is_inside(); });
  const auto [here] = execution::sync_wait(asks).value();
  const auto [there] = execution::sync_wait(execution::starts_on(vigil::scheduler_of(pool), asks)).value();
  EXPECT_FALSE(here);
  EXPECT_TRUE(there);
  //! [example]
}
