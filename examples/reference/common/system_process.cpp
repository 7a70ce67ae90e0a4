#include <vigil/common/system_process.hpp>

#include <gtest/gtest.h>

TEST(SystemProcessReference, IsNeitherAChildNorExiting) {
  //! [example]
  vigil::SystemProcess watch;
  ASSERT_TRUE(watch.begin());
  EXPECT_FALSE(watch.is_in_child());
  EXPECT_FALSE(watch.is_exiting());
  //! [example]
}
