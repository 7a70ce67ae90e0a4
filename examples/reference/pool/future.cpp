#include <vigil/pool/future.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace {

//! [example]
using FibWorker = vigil::ThreadPool::Worker;

std::int64_t fib(FibWorker& worker, std::int32_t n) {
  if (n < 2) return n;
  vigil::Future<std::int32_t, std::int64_t> smaller;
  smaller.fork<&fib>(worker, n - 2);
  const std::int64_t larger = fib(worker, n - 1);
  return larger + smaller.join<&fib>(worker);
}
//! [example]

}  // namespace

TEST(FutureReference, IsForkedAndJoined) {
  vigil::ThreadPool pool;
  EXPECT_EQ(pool.call([](FibWorker& worker) { return fib(worker, 20); }), 6'765);
}
