#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/admission_word.hpp>

#include <gtest/gtest.h>

#include <atomic>

TEST(AdmissionWordReference, LetsNoThreadInOnceItIsClosed) {
  //! [example]
  struct Orders {
    std::memory_order enter = std::memory_order_relaxed;
    std::memory_order refused = std::memory_order_relaxed;
    std::memory_order leave = std::memory_order_acq_rel;
    std::memory_order close = std::memory_order_acq_rel;
  };
  static constexpr Orders kOrders{};
  vigil::AdmissionWord<vigil::StdAtomics, kOrders> admission;
  EXPECT_TRUE(admission.enter());
  EXPECT_FALSE(admission.close().was_empty);
  EXPECT_FALSE(admission.enter());
  // The last thread inside learns that it is.
  EXPECT_TRUE(admission.leave());
  //! [example]
}
