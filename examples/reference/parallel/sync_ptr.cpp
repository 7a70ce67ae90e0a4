#include <vigil/parallel/parallel_for.hpp>
#include <vigil/parallel/sync_ptr.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

TEST(SyncPtrReference, LetsEachTaskWriteItsElement) {
  //! [example]
  vigil::ThreadPool pool;
  std::vector<int> cubes(1'000);
  const vigil::SyncPtr out(cubes);
  vigil::parallel_for(pool, out.size(), [=](std::size_t i) { out.write(i, static_cast<int>(i * i * i)); });
  EXPECT_EQ(cubes[10], 1'000);

  // A row of ten elements for each task.
  vigil::parallel_for(pool, 100, [=](std::size_t row) {
    for (int& element : out.slice(10 * row, 10)) element = static_cast<int>(row);
  });
  EXPECT_EQ(cubes[999], 99);
  //! [example]
}
