#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/model_code.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
struct CountsTwice {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&CountsTwice::up, &CountsTwice::down}; }

  Layer::atomic<int> count{0, "count"};

  void up() { count.fetch_add(1, std::memory_order_relaxed); }
  void down() { count.fetch_sub(1, std::memory_order_relaxed); }
  void finish() { Layer::require(count.load(std::memory_order_relaxed) == 0, "what goes up comes down"); }
};

TEST(ModelCodeReference, IsAModelWithoutItsType) {
  const vigil::checker::ModelCode code = vigil::checker::code_of<CountsTwice>();
  EXPECT_EQ(code.thread_count, 2U);
  EXPECT_EQ(code.thread_names[1], "down");
  EXPECT_NE(code.finish, nullptr);
  EXPECT_EQ(code.invariant, nullptr);
}
//! [example]

}  // namespace
