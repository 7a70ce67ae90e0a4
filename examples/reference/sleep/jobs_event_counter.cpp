#include <vigil/sleep/jobs_event_counter.hpp>

#include <gtest/gtest.h>

TEST(JobsEventCounterReference, SaysByItsParityWhichEventCameLast) {
  //! [example]
  const vigil::JobsEventCounter announced(4);  // a worker grew sleepy
  EXPECT_TRUE(announced.is_sleepy());
  const vigil::JobsEventCounter posted(5);  // a poster moved it on
  EXPECT_TRUE(posted.is_active());
  EXPECT_NE(posted, announced) << "the worker must not sleep";
  EXPECT_NE(announced, vigil::JobsEventCounter::none());
  //! [example]
}
