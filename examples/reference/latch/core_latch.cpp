#include <vigil/latch/core_latch.hpp>

#include <gtest/gtest.h>

TEST(CoreLatchReference, TheSetterLearnsWhetherTheOwnerSleeps) {
  //! [example]
  // The owner is awake: the setter need not wake it.
  vigil::CoreLatch<> first;
  EXPECT_FALSE(first.set());
  EXPECT_TRUE(first.probe());

  // The owner was about to sleep: it is refused, and stays awake.
  vigil::CoreLatch<> second;
  EXPECT_TRUE(second.get_sleepy());
  EXPECT_FALSE(second.set());
  EXPECT_FALSE(second.fall_asleep());

  // The owner sleeps: the setter must wake it.
  vigil::CoreLatch<> third;
  EXPECT_TRUE(third.get_sleepy());
  EXPECT_TRUE(third.fall_asleep());
  EXPECT_TRUE(third.set());
  EXPECT_EQ(to_string(third.state()), "set");
  //! [example]
}
