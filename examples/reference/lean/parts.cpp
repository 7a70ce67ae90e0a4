#include <vigil/lean/parts.hpp>
#include <vigil/lean/thread_pool.hpp>
#include <vigil/lean/vyukov_queue.hpp>

#include <gtest/gtest.h>

#include <atomic>

TEST(LeanPartsReference, MakeAPoolWithAnotherQueue) {
  //! [example]
  // Tasks from outside in the order of their pushes.
  struct OrderedParts : vigil::lean::PoolParts<vigil::StdAtomics> {
    using Queue = vigil::lean::VyukovQueue<Task>;
  };
  static std::atomic<int> runs;
  runs = 0;
  vigil::lean::Task<> task([](vigil::lean::Task<>&) noexcept { ++runs; });
  {
    vigil::lean::BasicThreadPool<OrderedParts> pool({.most_threads = 2});
    EXPECT_TRUE(pool.schedule(task));
  }
  EXPECT_EQ(runs, 1);
  //! [example]
}
