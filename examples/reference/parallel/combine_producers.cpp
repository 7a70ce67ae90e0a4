#include <vigil/parallel/combine_producers.hpp>

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

TEST(CombineProducersReference, FoldAnyRangeOfPositions) {
  //! [example]
  const std::vector<std::string> names{"zero", "one", "two"};
  // What par(pool, 0, 10) | stage::zip(names) makes.
  const vigil::ZipProducer pairs(vigil::NumberProducer<int>(0, 10),
                                 vigil::RangeProducer<std::vector<std::string>::const_iterator>(names.begin(), 3));
  EXPECT_EQ(pairs.size(), 3U);
  EXPECT_EQ(std::get<1>(pairs[2]), "two");

  std::string text;
  pairs.each(1, 3, [&](const auto& pair) {
    text += std::to_string(std::get<0>(pair)) + " " + std::get<1>(pair) + ";";
    return true;
  });
  EXPECT_EQ(text, "1 one;2 two;");
  //! [example]
}
