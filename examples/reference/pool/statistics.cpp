#include <vigil/pool/statistics.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

TEST(StatisticsReference, CountJobs) {
  //! [example]
  vigil::ThreadPool pool({.workers = 1});
  pool.call([] { vigil::join([] {}, [] {}, [] {}); });

  const vigil::WorkerStatistics all = pool.statistics();
  EXPECT_EQ(all.injected, 1U);  // the call
  EXPECT_EQ(all.executed, 3U);  // and the two forked branches
  EXPECT_EQ(all.stolen, 0U);
  //! [example]
}
