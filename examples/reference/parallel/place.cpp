#include <vigil/parallel/parallel_for.hpp>
#include <vigil/parallel/place.hpp>

#include <gtest/gtest.h>

#include <atomic>

TEST(PlaceReference, IsAPoolOrAWorker) {
  //! [example]
  using Worker = vigil::ThreadPool::Worker;
  vigil::ThreadPool pool;
  std::atomic<int> calls = 0;

  // From outside, the pool. The body takes the worker that calls it, and passes it on.
  vigil::parallel_for(pool, 10, [&](Worker& worker, int) { vigil::parallel_for(worker, 10, [&](int) { ++calls; }); });
  EXPECT_EQ(calls, 100);
  static_assert(vigil::Place<vigil::ThreadPool> && vigil::Place<Worker> && !vigil::Place<int>);
  //! [example]
}
