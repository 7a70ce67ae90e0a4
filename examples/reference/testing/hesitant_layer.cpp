#include <vigil/injector/treiber.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

namespace {

//! [example]
// Jobs are pushed and popped at the same time, and each push and each pop is interrupted now and then.
struct HesitantJob : vigil::InjectorNode<vigil::testing::HesitantLayer> {};

TEST(HesitantLayerReference, LetsThreadsMeetInsideOperations) {
  vigil::TreiberInjector<HesitantJob, vigil::testing::HesitantLayer> injector;
  HesitantJob jobs[100];
  int taken = 0;

  vigil::testing::ThreadSet threads;
  threads.add([&] {
    for (HesitantJob& job : jobs) injector.push(job);
  });
  threads.add([&] {
    while (taken != 100)
      if (injector.pop().is_success()) ++taken;
  });
  threads.run();
  EXPECT_TRUE(injector.pop().is_empty());
}
//! [example]

}  // namespace
