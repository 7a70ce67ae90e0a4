#include <vigil/atomics/hesitant_atomics.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/sometimes_yields.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>

//! [example]
TEST(SometimesYieldsReference, InterruptsOneStepInFour) {
  using namespace vigil::testing;
  using Layer = vigil::HesitantAtomics<SometimesYields, vigil::testing::Layer>;
  Layer::atomic<int> count{0};

  ThreadSet threads;
  for (int thread = 0; thread != 2; ++thread)
    threads.add([&] {
      for (int i = 0; i != 100; ++i) count.fetch_add(1, std::memory_order_relaxed);
    });
  threads.run();
  EXPECT_EQ(count.load(std::memory_order_relaxed), 200);
}
//! [example]
