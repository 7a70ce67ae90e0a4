#include <vigil/lean/batch.hpp>

#include <gtest/gtest.h>

TEST(LeanBatchReference, IsTakenInTheOrderOfItsPushes) {
  //! [example]
  const auto run_nothing = [](vigil::lean::Task<>&) noexcept {};
  vigil::lean::Task<> first(run_nothing);
  vigil::lean::Task<> second(run_nothing);
  vigil::lean::Batch<> batch;
  batch.push(first);
  batch.push(second);
  EXPECT_EQ(batch.size(), 2U);
  EXPECT_EQ(&batch.pop(), &first);
  EXPECT_EQ(&batch.pop(), &second);
  EXPECT_TRUE(batch.is_empty());
  //! [example]
}
