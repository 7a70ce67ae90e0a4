#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/taken.hpp>
#include <vigil/lean/treiber_queue.hpp>

#include <gtest/gtest.h>

TEST(LeanTakenReference, SaysWhetherToWakeAnotherWorker) {
  //! [example]
  const auto run_nothing = [](vigil::lean::Task<>&) noexcept {};
  vigil::lean::Task<> first(run_nothing);
  vigil::lean::Task<> second(run_nothing);
  vigil::lean::TreiberQueue<> queue;
  queue.push(first);
  queue.push(second);
  vigil::lean::RingBuffer<> ring;
  const vigil::lean::Taken<vigil::lean::Task<>> taken = ring.consume(queue);
  EXPECT_TRUE(taken.is_success());
  EXPECT_NE(taken.task(), nullptr);
  // The second task is in the ring now, where another worker can steal it.
  EXPECT_TRUE(taken.must_notify());
  //! [example]
}
