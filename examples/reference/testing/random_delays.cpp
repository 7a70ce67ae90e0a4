#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>

//! [example]
TEST(RandomDelaysReference, VaryWhenThreadsMeet) {
  using namespace vigil::testing;
  std::atomic<int> count{0};
  ThreadSet threads;
  threads.add(2, [&](std::size_t thread) {
    RandomDelays delays(1 + thread);
    for (int i = 0; i != 100; ++i) {
      delays.perhaps();
      count.fetch_add(1);
    }
  });
  threads.run();
  EXPECT_EQ(count, 200);
}
//! [example]

TEST(RandomReference, GivesTheSameNumbersForTheSameSeed) {
  vigil::testing::Random one(5), other(5);
  EXPECT_EQ(one.next(), other.next());
  EXPECT_TRUE(one.one_in(1));
}
