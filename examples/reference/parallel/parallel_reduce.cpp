#include <vigil/parallel/parallel_reduce.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

TEST(ParallelReduceReference, CombinesInOrder) {
  //! [example]
  vigil::ThreadPool pool;
  const std::vector<double> numbers(1'000, 0.1);
  const auto number = [&](std::size_t i) { return numbers[i]; };

  // Fixed pieces: the same rounding in each run.
  const auto sum = [&] {
    return vigil::parallel_reduce(pool, numbers.size(), 0.0, std::plus(), number, vigil::Grain::fixed(100));
  };
  EXPECT_EQ(sum(), sum());

  // Joining strings is associative, but not commutative: the order is kept.
  const std::string digits =
      vigil::parallel_reduce(pool, 10, std::string("0x"), std::plus(), [](std::size_t i) { return std::to_string(i); });
  EXPECT_EQ(digits, "0x0123456789");
  //! [example]
}
