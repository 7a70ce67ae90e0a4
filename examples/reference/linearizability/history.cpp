#include <vigil/linearizability/history.hpp>
#include <vigil/linearizability/jobs.hpp>

#include <gtest/gtest.h>

#include <span>
#include <stdexcept>
#include <vector>

//! [example]
TEST(HistoryReference, OrdersCallsByWhichEndedBeforeWhichBegan) {
  using namespace vigil::linearizability;
  // Thread 0 pushes from tick 0 to 3, thread 1 pops from 1 to 2, and again from 4 to 5.
  const JobHistory history =
      history_of(std::vector<TimedCall<JobCall>>{{JobCall::push(0), 0, 0, 3},
                                                 {JobCall::pop(vigil::StealStatus::empty), 1, 1, 2},
                                                 {JobCall::pop(vigil::StealStatus::success, 0), 1, 4, 5}});
  EXPECT_TRUE(overlap<JobCall>(history, 0, 1));
  EXPECT_EQ(history[2].before, only(0) | only(1));
  EXPECT_EQ(in_short<JobCall>(history), "thread 0: push 0; thread 1: pop finds no job, pop takes 0");

  EXPECT_THROW((void)history_of(std::vector<TimedCall<JobCall>>{{JobCall::push(0), 0, 1, 1}}), std::invalid_argument);
}
//! [example]
