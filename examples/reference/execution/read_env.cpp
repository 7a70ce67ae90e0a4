#include <vigil/execution/read_env.hpp>
#include <vigil/execution/stop_token.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/task.hpp>

#include <gtest/gtest.h>

#include <tuple>

namespace read_env_reference {

//! [example]
namespace execution = vigil::execution;

// Counts until it is asked to stop.
execution::task<int> count_to(int most) {
  const auto token = co_await execution::read_env(execution::get_stop_token);
  int count = 0;
  while (count != most && !token.stop_requested()) ++count;
  co_return count;
}

TEST(ReadEnvReference, GivesATaskTheStopTokenOfItsReceiver) {
  EXPECT_EQ(execution::sync_wait(count_to(100)), std::tuple(100));
  execution::stop_source source;
  source.request_stop();
  EXPECT_EQ(execution::sync_wait(count_to(100), source.get_token()), std::tuple(0));
}
//! [example]

}  // namespace read_env_reference
