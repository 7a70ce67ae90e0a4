#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/run.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
// The data is written before the flag, but a relaxed store of the flag does not publish it.
struct UnpublishedData {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&UnpublishedData::writer, &UnpublishedData::reader}; }
  static vigil::checker::Options options() {
    vigil::checker::Options options;
    options.most_events = 100;
    return options;
  }

  Layer::var<int> data{0, "data"};
  Layer::atomic<bool> is_there{false, "is_there"};

  void writer() {
    data.set(1);
    is_there.store(true, std::memory_order_relaxed);
  }
  void reader() {
    if (is_there.load(std::memory_order_acquire)) Layer::require(data.get() == 1, "the data is there");
  }
};

TEST(RunReference, GivesAVerdictWithATrace) {
  const vigil::checker::Verdict verdict = vigil::checker::run<UnpublishedData>();
  EXPECT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.exit_status(), 1);
  EXPECT_EQ(verdict.result.finding->violation, vigil::checker::Violation::data_race);
  EXPECT_EQ(verdict.trace->violation, verdict.result.finding->violation);
  // For the log of a test.
  EXPECT_NE(text(verdict).find("UnpublishedData: fails: data-race"), std::string::npos);
}
//! [example]

}  // namespace
