#include <vigil/pool/scope.hpp>
#include <vigil/pool/statistics.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

TEST(StatisticsReference, CountJobs) {
  //! [example]
  vigil::ThreadPool pool({.workers = 1});
  pool.call([](vigil::ThreadPool::Worker& worker) {
    vigil::scope(worker, [&](auto& scope) {
      scope.spawn(worker, [] {});
      scope.spawn(worker, [] {});
    });
  });

  const vigil::WorkerStatistics all = pool.statistics();
  EXPECT_EQ(all.injected, 1U);  // the call
  EXPECT_EQ(all.executed, 3U);  // and the two tasks
  EXPECT_EQ(all.stolen, 0U);
  //! [example]
}
