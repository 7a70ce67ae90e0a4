#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/lean/scheduler.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <utility>

TEST(LeanSchedulerReference, CompletesOnAThreadOfThePool) {
  //! [example]
  namespace execution = vigil::execution;
  vigil::lean::ThreadPool pool({.most_threads = 2});
  auto work =
      execution::schedule(vigil::lean::scheduler_of(pool)) | execution::then([] { return std::this_thread::get_id(); });
  const auto [thread] = execution::sync_wait(std::move(work)).value();
  EXPECT_NE(thread, std::this_thread::get_id());
  //! [example]
}
