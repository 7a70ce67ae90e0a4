#include <vigil/parallel/parallel_for.hpp>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <mutex>
#include <numeric>
#include <vector>

TEST(IsolationReference, LetsAJobWaitWhileItHoldsALock) {
  //! [example]
  vigil::ThreadPool pool;
  std::mutex mutex;
  std::vector<int> numbers(1000, 1);
  vigil::parallel_for(pool, std::size_t{10}, [&](std::size_t) {
    const std::lock_guard lock(mutex);
    // Without the isolation, this worker could begin another of the ten jobs, and wait for its own lock.
    vigil::isolate([&] { vigil::parallel_for(pool, numbers.size(), [&](std::size_t i) { ++numbers[i]; }); });
  });
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), 0), 11'000);
  //! [example]
}
