#include <vigil/injector/segmented.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(SegmentedReference, GivesTheOldestJobFirst) {
  //! [example]
  struct Job {
    int number = 0;
  };
  Job first{1}, second{2}, third{3};

  vigil::SegmentedInjector<Job> injector;
  std::thread pusher([&] {
    // push says whether there was no other job, which costs a read of what poppers write. leave does not ask.
    EXPECT_TRUE(injector.push(first));
    EXPECT_FALSE(injector.push(second));
    injector.leave(third);
  });
  pusher.join();

  EXPECT_TRUE(injector.has_jobs());
  EXPECT_EQ(injector.pop().job()->number, 1);
  EXPECT_EQ(injector.pop().job()->number, 2);
  EXPECT_EQ(injector.pop().job()->number, 3);
  EXPECT_TRUE(injector.pop().is_empty());
  //! [example]
}
