#include <vigil/atomics/hesitant_atomics.hpp>
#include <vigil/injector/treiber.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace {

//! [example]
// A thread gives up the processor before each atomic operation, so that pushes and pops overlap also on one core.
struct AlwaysYielding {
  static void perhaps() { std::this_thread::yield(); }
};
using YieldingLayer = vigil::HesitantAtomics<AlwaysYielding>;

struct YieldingJob : vigil::InjectorNode<YieldingLayer> {};
using YieldingInjector = vigil::TreiberInjector<YieldingJob, YieldingLayer>;
//! [example]

}  // namespace

TEST(HesitantAtomicsReference, LetThreadsOverlapInsideOperations) {
  YieldingInjector injector;
  YieldingJob jobs[100];
  std::thread pusher([&] {
    for (YieldingJob& job : jobs) injector.push(job);
  });
  int taken = 0;
  while (taken != 100)
    if (injector.pop().is_success()) ++taken;
  pusher.join();
  EXPECT_TRUE(injector.pop().is_empty());
}
