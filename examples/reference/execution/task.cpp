#include <vigil/execution/just.hpp>
#include <vigil/execution/starts_on.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/task.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

// Named, not unnamed: g++ warns of a coroutine's frame with members of an unnamed namespace, where sources are compiled
// together.
namespace task_reference {

//! [example]
namespace execution = vigil::execution;

execution::task<std::string> name_of(int number) {
  if (number < 0) throw std::domain_error("negative");
  co_return "number " + std::to_string(number);
}

template <class Scheduler>
execution::task<std::string> describe(Scheduler scheduler, int number) {
  // A sender: its value is the result of the await.
  const int twice = co_await (execution::schedule(scheduler) | execution::then([=] { return 2 * number; }));
  // A task: its exception is thrown here.
  try {
    co_return co_await name_of(twice);
  } catch (const std::domain_error& error) {
    co_return error.what();
  }
}

execution::task<int> stops() {
  co_await execution::just_stopped();
  co_return 7;  // is never reached
}

TEST(TaskReference, AwaitsSendersAndTasks) {
  vigil::ThreadPool pool;
  const auto scheduler = vigil::scheduler_of(pool);

  const auto [six] = execution::sync_wait(execution::starts_on(scheduler, describe(scheduler, 3))).value();
  EXPECT_EQ(six, "number 6");
  const auto [bad] = execution::sync_wait(describe(scheduler, -3)).value();
  EXPECT_EQ(bad, "negative");
  EXPECT_FALSE(execution::sync_wait(stops()).has_value());
}
//! [example]

}  // namespace task_reference
