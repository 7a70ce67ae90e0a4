#include <vigil/common/stop_token.hpp>

#include <gtest/gtest.h>

TEST(DefaultStopTokenReference, IsNeverStopped) {
  //! [example]
  const vigil::DefaultStopToken token;
  EXPECT_FALSE(token.stop_requested());
  //! [example]
}
