#include <vigil/common/processor_list.hpp>

#include <gtest/gtest.h>

TEST(ProcessorListReference, IsReadFromAText) {
  //! [example]
  EXPECT_EQ(vigil::parse_processor_list("0-2,8"), (vigil::Processors{0, 1, 2, 8}));
  EXPECT_FALSE(vigil::parse_processor_list("0-2,,8").has_value());
  //! [example]
}
