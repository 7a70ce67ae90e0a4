#include <vigil/execution/just.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/execution/when_all.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

TEST(WhenAllReference, CompletesWithAllValues) {
  //! [example]
  namespace execution = vigil::execution;
  vigil::ThreadPool pool;
  const std::vector<int> numbers(1'000, 1);
  const auto sum_of = [&](auto first, auto last) {
    return execution::schedule(vigil::scheduler_of(pool)) |
           execution::then([=] { return std::accumulate(first, last, 0); });
  };
  const auto middle = numbers.begin() + 500;

  // Both sums are computed on workers, perhaps at the same time.
  const auto both = execution::when_all(sum_of(numbers.begin(), middle), sum_of(middle, numbers.end()));
  const auto [left, right] = execution::sync_wait(both).value();
  EXPECT_EQ(left + right, 1'000);
  //! [example]
}
