#include <vigil/checker/checked_variables.hpp>
#include <vigil/checker/run.hpp>

#include <gtest/gtest.h>

#include <tuple>

namespace {

//! [example]
// A flag is published in the wrong order: the reader may read the data while the writer writes it.
struct SetsTheFlagFirst {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&SetsTheFlagFirst::writer, &SetsTheFlagFirst::reader}; }

  Layer::atomic<bool> is_ready{false, "is_ready"};
  Layer::var<int> data{0, "data"};

  void writer() {
    is_ready.store(true, std::memory_order_release);
    data.set(1);
  }
  void reader() {
    if (is_ready.load(std::memory_order_acquire)) Layer::require(data.get() == 1, "the data is there");
  }
};
//! [example]

TEST(CheckedVariablesReference, FindARace) {
  const auto verdict = vigil::checker::run<SetsTheFlagFirst>();
  ASSERT_TRUE(verdict.result.finding);
  EXPECT_EQ(verdict.result.finding->violation, vigil::checker::Violation::data_race);
}

}  // namespace
