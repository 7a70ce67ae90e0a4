#include <vigil/linearizability/jobs.hpp>

#include <gtest/gtest.h>

//! [example]
TEST(JobsReference, NameTheRuleThatAHistoryBreaks) {
  using namespace vigil::linearizability;
  using enum vigil::StealStatus;
  // One thread after the other: the queue answers as a queue.
  const JobHistory right{
      {JobCall::push(0), 0, 0}, {JobCall::pop(success, 0), 1, only(0)}, {JobCall::pop(empty), 1, only(0) | only(1)}};
  EXPECT_EQ(broken_rule<QueueSpec>(right), nullptr);

  // The same job comes out twice.
  JobHistory wrong = right;
  wrong[2].call = JobCall::pop(success, 0);
  EXPECT_STREQ(broken_rule<QueueSpec>(wrong), "no_job_twice");

  // A pop finds none, although the push is over.
  wrong[1].call = JobCall::pop(empty);
  EXPECT_STREQ(broken_rule<QueueSpec>(wrong), "calls_have_an_order");
}
//! [example]
