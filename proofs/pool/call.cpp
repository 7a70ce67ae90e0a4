// Is a call to another pool isolated there if it is made inside an isolation, and only then?

#include <vigil/pool/isolation.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

namespace vigil {
namespace {

TEST(CallOfAnotherPool, IsIsolatedIfTheWorkerThatMakesItIs) {
  ThreadPool near({.workers = 1});
  ThreadPool far({.workers = 1});
  const auto is_isolated_there = [&] {
    return far.call([](ThreadPool::Worker& worker) { return worker.is_isolated(); });
  };
  near.call([&](ThreadPool::Worker& worker) {
    EXPECT_FALSE(is_isolated_there());
    EXPECT_TRUE(isolate(worker, is_isolated_there));
    EXPECT_FALSE(is_isolated_there());
  });
  EXPECT_FALSE(is_isolated_there()) << "the caller is no worker";
}

}  // namespace
}  // namespace vigil
