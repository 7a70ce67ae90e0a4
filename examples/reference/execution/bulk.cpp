#include <vigil/execution/bulk.hpp>
#include <vigil/execution/just.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

TEST(BulkReference, MakesManyCalls) {
  //! [example]
  namespace execution = vigil::execution;
  vigil::ThreadPool pool;
  std::vector<int> numbers(1000, 1);

  // On the workers of the pool, because schedule completes there.
  const auto doubles = execution::schedule(vigil::scheduler_of(pool)) |
                       execution::bulk(numbers.size(), [&](std::size_t i) { numbers[i] *= 2; });
  EXPECT_TRUE(execution::sync_wait(doubles).has_value());
  EXPECT_EQ(numbers, std::vector<int>(1000, 2));

  // On this thread, one call after the other. The calls get the value, which is then passed on.
  const auto sums = execution::just(0) | execution::bulk(4, [](int i, int& sum) { sum += i; });
  const auto [sum] = execution::sync_wait(sums).value();
  EXPECT_EQ(sum, 6);
  //! [example]
}
