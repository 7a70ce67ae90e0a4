#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

TEST(ThreadPoolReference, CallsFunctionsOnItsWorkers) {
  //! [example]
  vigil::ThreadPool pool({.workers = 2});
  EXPECT_EQ(pool.call([] { return 7; }), 7);

  const std::size_t index = pool.call([](vigil::ThreadPool::Worker& worker) { return worker.index(); });
  EXPECT_LT(index, pool.workers());

  EXPECT_THROW(pool.call([] { throw std::out_of_range("here"); }), std::out_of_range);
  pool.stop();
  EXPECT_THROW(pool.call([] {}), vigil::PoolStopped);
  //! [example]
}
