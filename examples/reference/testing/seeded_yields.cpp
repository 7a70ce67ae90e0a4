#include <vigil/testing/seeded_yields.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>

//! [example]
TEST(SeededYieldsReference, AreTheSameForTheSameSeed) {
  using namespace vigil::testing;
  SeededYields::begin_round(7, 4);  // seed 7: one operation in four yields
  YieldingLayer::atomic<int> count{0};

  ThreadSet threads;
  for (int thread = 0; thread != 2; ++thread)
    threads.add([&] {
      for (int i = 0; i != 100; ++i) count.fetch_add(1, std::memory_order_relaxed);
    });
  threads.run();
  EXPECT_EQ(count.load(std::memory_order_relaxed), 200);
}
//! [example]
