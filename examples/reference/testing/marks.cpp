#include <vigil/testing/marks.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <cstddef>

//! [example]
TEST(MarksReference, CountHowOftenEachJobRuns) {
  using namespace vigil::testing;
  constexpr std::size_t kJobs = 1000;
  Marks marks(kJobs);

  ThreadSet threads;
  threads.add(2, [&](std::size_t thread) {
    for (std::size_t job = thread; job < kJobs; job += 2) marks.mark(job);
  });
  threads.run();
  EXPECT_EQ(marks.complaint(), "");

  marks.mark(7);
  EXPECT_EQ(marks.complaint(), "job 7 ran 2 times, expected once");
}
//! [example]
