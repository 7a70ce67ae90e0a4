#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/trace.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <tuple>

namespace {

//! [example]
// The second store is seen, and then the first load's location still shows its old value.
struct SeesOnlyTheSecond {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&SeesOnlyTheSecond::writer, &SeesOnlyTheSecond::reader}; }

  Layer::atomic<int> x{0, "x"}, y{0, "y"};

  void writer() {
    x.store(1, std::memory_order_relaxed);
    y.store(1, std::memory_order_relaxed);
  }
  void reader() {
    if (y.load(std::memory_order_relaxed) == 1)
      Layer::require(x.load(std::memory_order_relaxed) == 1, "the stores arrive in their order");
  }
};

TEST(TraceReference, HasAsFewStaleReadsAsPossible) {
  using namespace vigil::checker;
  const ModelCode code = code_of<SeesOnlyTheSecond>();
  const Trace trace = linearise(replay(code, {}, check(code).finding->choices));
  EXPECT_EQ(trace.stale_reads, 1U);
  EXPECT_EQ(trace.context_switches, 1U);
  EXPECT_EQ(trace.what, "the stores arrive in their order");

  TraceHeader header;
  header.model = "SeesOnlyTheSecond";
  const std::string lines = text(trace, header);  // also json, dot, svg and html
  EXPECT_NE(lines.find("load x = 0"), std::string::npos) << lines;
}
//! [example]

}  // namespace
