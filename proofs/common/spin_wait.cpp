// How long does a thread wait for what should happen at any moment, before it gives up the processor?

#include <vigil/common/spin_wait.hpp>

#include <gtest/gtest.h>

namespace vigil {
namespace {

// Counts what a waiter does to the processor.
struct CountingAtomics : StdAtomics {
  static inline unsigned pauses = 0;
  static inline unsigned yields = 0;
  static void begin() { pauses = yields = 0; }
  static void relax() { ++pauses; }
  static void yield() { ++yields; }
};

TEST(SpinWait, PausesTwiceAsLongEachTimeAndThenYields) {
  CountingAtomics::begin();
  SpinWait<CountingAtomics> spin(3);
  for (const unsigned due : {1U, 3U, 7U}) {
    EXPECT_FALSE(spin.would_yield());
    spin.pause();
    EXPECT_EQ(CountingAtomics::pauses, due);
    EXPECT_EQ(CountingAtomics::yields, 0U);
  }
  for (const unsigned due : {1U, 2U, 3U}) {
    EXPECT_TRUE(spin.would_yield());
    spin.pause();
    EXPECT_EQ(CountingAtomics::yields, due);
    EXPECT_EQ(CountingAtomics::pauses, 7U);
  }
}

TEST(SpinWait, PausesSixtyThreeTimesAndYieldsFourTimesBeforeItsWaiterShouldBlock) {
  CountingAtomics::begin();
  SpinWait<CountingAtomics> spin;
  while (!spin.would_yield()) spin.pause();
  EXPECT_EQ(CountingAtomics::pauses, 63U);
  EXPECT_EQ(CountingAtomics::yields, 0U);
  while (!spin.should_block()) spin.pause();
  EXPECT_EQ(CountingAtomics::pauses, 63U);
  EXPECT_EQ(CountingAtomics::yields, 4U);
}

TEST(SpinWait, SaysThatItsWaiterShouldBlockAfterSoManyYields) {
  CountingAtomics::begin();
  SpinWait<CountingAtomics> spin(1, 2);
  for (int i = 0; i != 3; ++i) {
    EXPECT_FALSE(spin.should_block());
    spin.pause();
  }
  EXPECT_TRUE(spin.should_block());
  EXPECT_EQ(CountingAtomics::pauses, 1U);
  EXPECT_EQ(CountingAtomics::yields, 2U);
  spin.pause();
  EXPECT_TRUE(spin.should_block());
  EXPECT_EQ(CountingAtomics::yields, 3U);
}

TEST(SpinWait, OfNoDoublingsYieldsAtOnce) {
  CountingAtomics::begin();
  SpinWait<CountingAtomics> spin(0);
  EXPECT_TRUE(spin.should_block());
  spin.pause();
  EXPECT_EQ(CountingAtomics::pauses, 0U);
  EXPECT_EQ(CountingAtomics::yields, 1U);
}

}  // namespace
}  // namespace vigil
