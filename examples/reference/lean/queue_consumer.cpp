#include <vigil/lean/queue_consumer.hpp>
#include <vigil/lean/treiber_queue.hpp>

#include <gtest/gtest.h>

TEST(LeanQueueConsumerReference, HasTheRightToConsumeUntilItGivesItBack) {
  //! [example]
  const auto run_nothing = [](vigil::lean::Task<>&) noexcept {};
  vigil::lean::Task<> first(run_nothing);
  vigil::lean::Task<> second(run_nothing);
  vigil::lean::TreiberQueue<> queue;
  queue.push(first);
  queue.push(second);
  auto consumer = queue.try_consume();
  EXPECT_TRUE(consumer.has_right());
  EXPECT_TRUE(queue.try_consume().is_busy());
  EXPECT_NE(consumer.pop(), nullptr);
  // In a pool, the caller wakes another worker now.
  EXPECT_EQ(consumer.release(), vigil::lean::Leftover::tasks);
  //! [example]
}
