#include <vigil/execution/just.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <tuple>

TEST(SyncWaitReference, ReturnsTheValuesOrNothingIfStopped) {
  //! [example]
  namespace execution = vigil::execution;
  vigil::ThreadPool pool;
  const auto work = execution::schedule(vigil::scheduler_of(pool)) | execution::then([] { return 7; });

  const std::optional<std::tuple<int>> values = execution::sync_wait(work);
  EXPECT_EQ(values, std::tuple(7));

  execution::stop_source source;
  source.request_stop();
  EXPECT_EQ(execution::sync_wait(work, source.get_token()), std::nullopt);
  //! [example]
}
