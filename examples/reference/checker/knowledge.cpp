#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/knowledge.hpp>
#include <vigil/checker/run.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
// Does the second thread know that the first one has stored? If it reads the value, it does, because of the orders. If
// it does not, it may not blame the first thread for being late.
struct KnowsWhatItRead {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&KnowsWhatItRead::first, &KnowsWhatItRead::second}; }

  Layer::atomic<bool> is_done{false, "is_done"};
  vigil::checker::Knowledge known;

  void first() { is_done.store(true, std::memory_order_release); }
  void second() {
    const bool done = is_done.load(std::memory_order_acquire);
    Layer::record_knowledge(known);
    Layer::require(known.thread == 1, "it is the second thread's");
    Layer::require((known.steps[0] != 0) == done, "it knows the store exactly if it has read from it");
  }
};
//! [example]

TEST(KnowledgeReference, IsWhatHappensBefore) {
  const auto verdict = vigil::checker::run<KnowsWhatItRead>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
}

}  // namespace
