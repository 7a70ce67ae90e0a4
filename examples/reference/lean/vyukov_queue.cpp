#include <vigil/lean/vyukov_queue.hpp>

#include <gtest/gtest.h>

TEST(LeanVyukovQueueReference, KeepsTheOrderOfPushes) {
  //! [example]
  const auto run_nothing = [](vigil::lean::Task<>&) noexcept {};
  vigil::lean::Task<> first(run_nothing);
  vigil::lean::Task<> second(run_nothing);
  vigil::lean::VyukovQueue<> queue;
  queue.push(first);
  queue.push(second);
  auto consumer = queue.try_consume();
  EXPECT_EQ(consumer.pop(), &first);
  EXPECT_EQ(consumer.pop(), &second);
  EXPECT_EQ(consumer.pop(), nullptr);
  EXPECT_EQ(consumer.release(), vigil::lean::Leftover::nothing);
  EXPECT_TRUE(queue.is_empty());
  //! [example]
}
