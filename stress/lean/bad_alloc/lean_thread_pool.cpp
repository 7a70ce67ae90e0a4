// Does a lean pool work where no call of `new` succeeds, and make none?

#include <vigil/lean/lean_thread_pool.hpp>

#include "pool/bad_alloc/scarce_memory.hpp"

#include <vigil/testing/layer.hpp>
#include <vigil/testing/marks.hpp>
#include <vigil/testing/seeds.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <new>
#include <string>

namespace vigil::stress {
namespace {

using namespace testing;

using LeanPool = BasicLeanThreadPool<LeanPoolParts<Layer>>;

// A node of a tree, in an array that was there before the pool: marks itself, and schedules what is below it.
class Node : public LeanPool::Task {
 public:
  Node(LeanPool*& pool, Marks& marks, std::deque<Node>& nodes)
      : Task(&Node::visit), pool_(pool), marks_(marks), nodes_(nodes), number_(nodes.size()) {}

  // More than a ring has room for, below the root.
  static constexpr std::size_t kBelowRoot = 600;
  static constexpr std::size_t kNodes = 1 + kBelowRoot * 3;

 private:
  static void visit(LeanPool::Task& task) noexcept {
    auto& self = static_cast<Node&>(task);
    self.marks_.mark(self.number_);
    const std::size_t first = self.number_ == 0 ? 1 : 1 + kBelowRoot + 2 * (self.number_ - 1);
    const std::size_t below = self.number_ == 0 ? kBelowRoot : 2;
    if (first + below > kNodes) return;
    Batch<LeanPool::Task> batch;
    for (std::size_t i = 0; i != below; ++i) batch.push(self.nodes_[first + i]);
    if (!self.pool_->schedule(batch)) self.marks_.mark(self.number_);
  }

  LeanPool*& pool_;
  Marks& marks_;
  std::deque<Node>& nodes_;
  const std::size_t number_;
};

TEST(LeanBadAlloc, ALeanPoolAllocatesNothingFromItsConstructionToItsEnd) {
  repeat_with_seeds([](std::uint64_t seed) {
    const Watchdog watchdog([seed] { return "seed " + std::to_string(seed); });
    Marks marks(Node::kNodes);
    LeanPool* current = nullptr;
    std::deque<Node> nodes;
    for (std::size_t i = 0; i != Node::kNodes; ++i) nodes.emplace_back(current, marks, nodes);
    bool is_taken = false;
    {
      const ScarceMemory none(seed, 1);
      LeanPool pool({.most_threads = static_cast<std::uint32_t>(1 + seed % 6)});
      current = &pool;
      is_taken = pool.schedule(nodes[0]);
      pool.shutdown();
      pool.join();
    }
    ASSERT_EQ(ScarceMemory::failures(), 0U) << "calls of new";
    ASSERT_TRUE(is_taken);
    ASSERT_EQ(marks.complaint(), "");
  });
}

TEST(LeanBadAlloc, WhereNoCallSucceedsACallOfNewIsCounted) {
  {
    const ScarceMemory none(1, 1);
    EXPECT_THROW(static_cast<void>(::operator new(1)), std::bad_alloc);
  }
  ASSERT_EQ(ScarceMemory::failures(), 1U);
}

}  // namespace
}  // namespace vigil::stress
