#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/options.hpp>
#include <vigil/checker/run.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
// Store buffering: each thread stores and then loads what the other one stores.
struct OneSeesTheOther {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&OneSeesTheOther::first, &OneSeesTheOther::second}; }

  Layer::atomic<bool> x{false, "x"}, y{false, "y"};
  bool first_saw = false, second_saw = false;

  void first() {
    x.store(true, std::memory_order_release);
    first_saw = y.load(std::memory_order_acquire);
  }
  void second() {
    y.store(true, std::memory_order_release);
    second_saw = x.load(std::memory_order_acquire);
  }
  void finish() { Layer::require(first_saw || second_saw, "one of the two threads sees the other"); }
};

TEST(OptionsReference, SayWhatMemoryOrdersMean) {
  using namespace vigil::checker;
  Options options;
  options.memory_model = MemoryModel::sequential;
  EXPECT_TRUE(run<OneSeesTheOther>(options).holds());

  // x86 too delays a store behind a load. All such executions are counted.
  options.memory_model = MemoryModel::x86_tso;
  options.count_violations = true;
  EXPECT_EQ(run<OneSeesTheOther>(options).result.violating, 1U);
}

TEST(OptionsReference, BoundASearchByPreemptions) {
  using namespace vigil::checker;
  Options options;
  options.count_violations = true;
  EXPECT_EQ(run<OneSeesTheOther>(options).result.executions, 4U);

  // Both threads see the other only if one of them is preempted between its store and its load.
  options.most_preemptions = 0;
  const Result bounded = run<OneSeesTheOther>(options).result;
  EXPECT_EQ(bounded.executions, 3U);
  EXPECT_EQ(bounded.stop, Stop::preemptions);
}
//! [example]

}  // namespace
