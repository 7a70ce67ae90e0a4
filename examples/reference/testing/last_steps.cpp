#include <vigil/testing/last_steps.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <cstddef>

//! [example]
TEST(LastStepsReference, DescribeWhatEachThreadDidLast) {
  using namespace vigil::testing;
  LastSteps steps(3);
  const Watchdog watchdog([&] { return steps.describe(); });

  ThreadSet threads;
  threads.add(2, [&](std::size_t thread) {
    for (std::size_t job = 0; job != 10; ++job) steps.note(thread, thread == 0 ? "push" : "pop", job);
  });
  threads.run();
  EXPECT_EQ(steps.describe(),
            "\n  thread 0: push 9, its step 10"
            "\n  thread 1: pop 9, its step 10"
            "\n  thread 2: nothing yet");
}
//! [example]
