#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/order_change.hpp>
#include <vigil/checker/run.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
struct Announced {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&Announced::writer, &Announced::reader}; }

  Layer::var<int> data{0, "data"};
  Layer::atomic<bool> ready{false, "ready"};

  void writer() {
    data.set(1);
    ready.store(true, std::memory_order_relaxed);
  }
  void reader() {
    if (ready.load(std::memory_order_acquire)) Layer::require(data.get() == 1, "the data is seen");
  }
};

TEST(OrderChangeReference, TriesAnotherOrder) {
  using namespace vigil::checker;
  const Verdict verdict = run<Announced>();
  EXPECT_FALSE(verdict.holds());

  // The relaxed store of the counterexample, with release in place of relaxed.
  Options options;
  for (const TimedStep& timed : verdict.trace->steps)
    if (timed.step.action == Action::store)
      options.order_changes.push_back({timed.step.label, timed.step.file, timed.step.line, OrderUse::store,
                                       std::memory_order_relaxed, std::memory_order_release});
  EXPECT_TRUE(run<Announced>(options).holds());
}
//! [example]

}  // namespace
