#include <vigil/lean/ring_buffer.hpp>

#include <gtest/gtest.h>

#include <array>

TEST(LeanRingBufferReference, IsEmptiedByHalves) {
  //! [example]
  const auto run_nothing = [](vigil::lean::Task<>&) noexcept {};
  vigil::lean::RingBuffer<> ring;
  vigil::lean::RingBuffer<> thiefs_ring;
  std::array<vigil::lean::Task<>, 4> tasks{vigil::lean::Task<>(run_nothing), vigil::lean::Task<>(run_nothing),
                                           vigil::lean::Task<>(run_nothing), vigil::lean::Task<>(run_nothing)};
  for (auto& task : tasks) EXPECT_TRUE(ring.push(task).is_empty());
  // Two of four tasks: one to run, and one in the thief's ring.
  const auto stolen = thiefs_ring.steal(ring);
  EXPECT_TRUE(stolen.is_success());
  EXPECT_TRUE(stolen.must_notify());
  EXPECT_EQ(thiefs_ring.size(), 1U);
  EXPECT_EQ(ring.pop(), &tasks[2]);
  //! [example]
}
