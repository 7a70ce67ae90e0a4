#include <vigil/pool/xorshift64_star.hpp>

#include <gtest/gtest.h>

TEST(XorShift64StarReference, ChoosesAVictim) {
  //! [example]
  vigil::XorShift64Star random(0);
  for (int i = 0; i != 100; ++i) EXPECT_LT(random.below(7), 7U);

  // Generators of different numbers give different sequences.
  vigil::XorShift64Star other(1);
  EXPECT_NE(random.next(), other.next());
  //! [example]
}
