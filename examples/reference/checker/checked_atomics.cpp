#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/run.hpp>

#include <gtest/gtest.h>

#include <tuple>

namespace {

//! [example]
// A consumer waits for a producer, and does not wait if it gives up. Time does not pass in a model: whether the time is
// over is a choice.
struct GivesUpOrTakes {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&GivesUpOrTakes::producer, &GivesUpOrTakes::consumer}; }

  Layer::mutex mutex{"mutex"};
  Layer::condition_variable changed{"changed"};
  Layer::var<bool> is_full{false, "is_full"};

  void producer() {
    mutex.lock();
    is_full.set(true);
    mutex.unlock();
    changed.notify_one();
  }
  void consumer() {
    mutex.lock();
    const bool time_is_over = Layer::choose(2) == 1;
    while (!is_full.get() && !time_is_over) changed.wait(mutex);
    Layer::require(is_full.get() || time_is_over, "the consumer waits for the producer");
    mutex.unlock();
  }
};
//! [example]

TEST(CheckedAtomicsReference, ExploreEveryChoice) {
  const auto verdict = vigil::checker::run<GivesUpOrTakes>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
}

}  // namespace
