#include <vigil/parallel/parallel_invoke.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

TEST(ParallelInvokeReference, ReturnsAllResults) {
  //! [example]
  vigil::ThreadPool pool;
  const std::vector<int> numbers{3, 1, 4, 1, 5};
  const auto [least, greatest, ones] = vigil::parallel_invoke(
      pool, [&] { return std::ranges::min(numbers); }, [&] { return std::ranges::max(numbers); },
      [&] { return std::ranges::count(numbers, 1); });
  EXPECT_EQ(least, 1);
  EXPECT_EQ(greatest, 5);
  EXPECT_EQ(ones, 2);

  struct Range {
    int least, greatest;
  };
  const auto range = vigil::parallel_invoke<Range>(
      pool, [&] { return std::ranges::min(numbers); }, [&] { return std::ranges::max(numbers); });
  EXPECT_EQ(range.greatest - range.least, 4);
  //! [example]
}
