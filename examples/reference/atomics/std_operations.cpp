#include <vigil/atomics/std_operations.hpp>

#include <gtest/gtest.h>

TEST(StdOperationsReference, AreWhatNeedsNoLock) {
  //! [example]
  using Layer = vigil::StdAtomics;
  Layer::atomic<int> turn{0};
  turn.store(1, std::memory_order_relaxed);
  EXPECT_EQ(turn.fetch_add(1, std::memory_order_relaxed), 1);
  // Layer::mutex is complete in vigil/atomics/std_atomics.hpp.
  //! [example]
}
