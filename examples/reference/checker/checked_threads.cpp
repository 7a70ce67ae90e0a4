#include <vigil/checker/checked_threads.hpp>
#include <vigil/checker/run.hpp>

#include <gtest/gtest.h>

#include <tuple>

namespace {

//! [example]
// A thread of the model starts another one, and joins it before it reads the result.
struct StartsAThread {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&StartsAThread::starter}; }

  Layer::var<int> result{0, "result"};

  void starter() {
    Layer::thread worker([this] { result.set(1); });
    worker.join();
    Layer::require(result.get() == 1, "the result is there");
  }
};
//! [example]

TEST(CheckedThreadsReference, OrderWhatAThreadDidBeforeTheJoin) {
  const auto verdict = vigil::checker::run<StartsAThread>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
}

}  // namespace
