#include <vigil/atomics/hesitant_atomics.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/sometimes_yields.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>

//! [example]
TEST(SometimesYieldsReference, InterruptsOneStepInFour) {
  using Hesitant = vigil::HesitantAtomics<vigil::testing::SometimesYields, vigil::testing::Layer>;
  Hesitant::atomic<int> count{0};

  vigil::testing::ThreadSet threads;
  for (int thread = 0; thread != 2; ++thread)
    threads.add([&] {
      for (int i = 0; i != 100; ++i) count.fetch_add(1, std::memory_order_relaxed);
    });
  threads.run();
  EXPECT_EQ(count.load(std::memory_order_relaxed), 200);
}
//! [example]
