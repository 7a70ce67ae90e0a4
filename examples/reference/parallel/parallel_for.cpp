#include <vigil/parallel/parallel_for.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

TEST(ParallelForReference, CallsTheBodyForEachIndex) {
  //! [example]
  vigil::ThreadPool pool;
  std::vector<int> squares(1'000);
  vigil::parallel_for(pool, squares.size(), [&](std::size_t i) { squares[i] = static_cast<int>(i * i); });
  EXPECT_EQ(squares[999], 998'001);

  // One buffer for each piece, and not for each element.
  std::vector<std::size_t> digits(1'000);
  vigil::parallel_for_pieces(pool, digits.size(), [&](std::size_t first, std::size_t last) {
    std::string buffer;
    for (std::size_t i = first; i != last; ++i) {
      buffer = std::to_string(squares[i]);
      digits[i] = buffer.size();
    }
  });
  EXPECT_EQ(digits[999], 6U);
  //! [example]
}
