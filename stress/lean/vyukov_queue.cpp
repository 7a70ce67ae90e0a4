// The queue under real threads that free what they take, sleep when they find nothing, and stop anywhere in between.

#include <vigil/lean/vyukov_queue.hpp>

#include "lean/queues.hpp"

#include <gtest/gtest.h>

namespace vigil::stress {
namespace {

using Round = QueueRound<VyukovQueue<LeanTask>>;

class VyukovQueueStress : public ::testing::TestWithParam<QueueCrowd> {};

TEST_P(VyukovQueueStress, GivesEveryTaskOnceToConsumersThatFreeIt) {
  repeat_for_a_while([](unsigned number) {
    Round round(GetParam(), number);
    round.run_awake();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(VyukovQueueStress, LeavesNoTaskToConsumersThatSleep) {
  repeat_for_a_while([](unsigned number) {
    Round round(GetParam(), number);
    round.run_asleep();
    ASSERT_EQ(round.complaint(), "");
  });
}

INSTANTIATE_TEST_SUITE_P(Crowds, VyukovQueueStress, queue_crowds(), name_of_crowd);

}  // namespace
}  // namespace vigil::stress
