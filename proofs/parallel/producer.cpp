// Does each producer say whether all of its positions were done, so that what stands behind it goes on or not?

#include <vigil/parallel/producer.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace vigil {
namespace {

// `last` is the third element of `producer`, which has five positions.
template <class P>
void expect_to_end_at(const P& producer, int last) {
  int done = 0;
  const auto ends_at_last = [&](int element) {
    ++done;
    return element != last;
  };
  EXPECT_FALSE(producer.each(0, 5, ends_at_last)) << "a step has ended it";
  EXPECT_EQ(done, 3);
  const auto goes_on = [](int) { return true; };
  EXPECT_TRUE(producer.each(0, 5, goes_on)) << "all were done";
}

TEST(Producers, SayWhetherAllWasDone) {
  const std::vector<int> values{0, 1, 2, 3, 4};
  const RangeProducer range(values.begin(), values.size());
  const NumberProducer numbers(0, 5);
  const std::stop_source never;
  expect_to_end_at(range, 2);
  expect_to_end_at(numbers, 2);
  expect_to_end_at(TransformProducer(numbers, std::negate()), -2);
  expect_to_end_at(FilterProducer(numbers, [](int x) { return x != 0; }), 3);
  expect_to_end_at(UntilStoppedProducer(numbers, never.get_token()), 2);
}

}  // namespace
}  // namespace vigil
