#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/frontier.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

//! [example]
// Keeps what is left of a search in a vector. A store that outlives its processes has the same functions.
class Kept : public vigil::checker::Frontier {
 public:
  explicit Kept(std::string whole) : left_{std::move(whole)} {}

  Claim claim() override {
    if (left_.empty()) return {Next::ended, 0, 0, {}, {}};
    return {Next::item, left_.size() - 1, 0, left_.back(), known_};
  }
  Outcome commit(const Claim& /*claim*/, const Contribution& contribution) override {
    left_.pop_back();
    if (contribution.begins_again) {
      left_.clear();
      counts = {};
    }
    add(counts, contribution.result);
    left_.insert(left_.end(), contribution.rest.begin(), contribution.rest.end());
    known_ = {known_.version + 1, contribution.knowledge.bytes};
    return Outcome::counted;
  }
  void release(const Claim& /*claim*/) override {}
  vigil::checker::SharedKnowledge knowledge() override { return known_; }
  unsigned wanted() override { return 0; }

  vigil::checker::Result counts;

 private:
  std::vector<std::string> left_;
  vigil::checker::SharedKnowledge known_;
};

struct ThreeAdd {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&ThreeAdd::add, &ThreeAdd::add, &ThreeAdd::add}; }

  Layer::atomic<int> count{0, "count"};

  void add() { count.fetch_add(1, std::memory_order_relaxed); }
};

TEST(FrontierReference, IsExploredInSlices) {
  using namespace vigil::checker;
  FrontierWorker worker(code_of<ThreeAdd>(), {}, "three-add");
  Kept kept(worker.whole_search());
  const auto end = worker.work(kept, {.executions = 2}, [] { return true; });
  EXPECT_EQ(end, FrontierWorker::End::search_ended);
  EXPECT_EQ(kept.counts.executions, 6U);  // the orders of three additions
}
//! [example]

}  // namespace
