#include <vigil/pool/join.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <span>
#include <vector>

namespace {

//! [example]
long sum_of(std::span<const long> numbers) {
  if (numbers.size() < 1'000) return std::accumulate(numbers.begin(), numbers.end(), 0L);
  const auto half = numbers.size() / 2;
  const auto [left, right] =
      vigil::join([&] { return sum_of(numbers.first(half)); }, [&] { return sum_of(numbers.subspan(half)); });
  return left + right;
}
//! [example]

}  // namespace

TEST(JoinReference, AddsTheHalves) {
  vigil::ThreadPool pool;
  const std::vector<long> numbers(10'000, 3);
  EXPECT_EQ(pool.call([&] { return sum_of(numbers); }), 30'000);
}
