// How many runners does a bulk operation on a pool start, and does it complete when the last one has left?
//
// The pool here runs a job when the test says so, so that each order of runners and pieces can be had.

#include <vigil/atomics/std_atomics.hpp>
#include <vigil/execution/pool_bulk.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace vigil::execution::detail {
namespace {

using ::testing::Each;

// Jobs of a pool of `most` threads.
struct HandJobs {
  using Layer = StdAtomics;
  struct Pool {
    std::size_t most = 1;
    bool is_closed = false;
    std::deque<std::function<void()>> waiting{};
    std::vector<const void*> posted{};

    bool run_one() {
      if (waiting.empty()) return false;
      const auto job = std::move(waiting.front());
      waiting.pop_front();
      job();
      return true;
    }
  };
  static std::size_t most_at_once(const Pool& pool) { return pool.most; }

  template <class Derived>
  struct Job {
    bool leave_to(Pool& pool) {
      if (pool.is_closed) return false;
      pool.posted.push_back(this);
      pool.waiting.emplace_back([this] { static_cast<Derived*>(this)->complete(); });
      return true;
    }
  };
};

struct Body {
  explicit Body(std::size_t size) : counts(size) {}

  void run(Piece piece) {
    ++pieces;
    for (std::size_t i = piece.first; i != piece.last; ++i) ++counts[i];
    if (in_piece) in_piece(pieces);
  }
  [[nodiscard]] bool stop_requested() const { return is_asked_to_stop; }
  void complete(Ending how, std::exception_ptr why) {
    ++completions;
    ending = how;
    error = std::move(why);
  }

  std::vector<int> counts;
  std::function<void(std::size_t)> in_piece;  // after it has done so many
  bool is_asked_to_stop = false;
  std::size_t pieces = 0;
  int completions = 0;
  Ending ending = Ending::stopped;
  std::exception_ptr error;
};

using Bulk = PoolBulk<HandJobs, Body>;

TEST(PoolBulk, StartsARunnerForEachPieceAsFarAsThePoolHasThreads) {
  for (const std::size_t most : {1U, 2U, 3U, 5U, 31U, 32U, 40U})
    for (const std::size_t size : {0U, 1U, 2U, 3U, 10U, 33U, 1'000U}) {
      HandJobs::Pool pool{.most = most};
      Body body(size);
      // Each runner finds another one at work, and goes on when that has ended.
      body.in_piece = [&](std::size_t) { pool.run_one(); };
      Bulk bulk(pool);
      bulk.start(body, size);
      while (pool.run_one()) continue;
      const std::size_t pieces = Pieces(size).count();
      const std::size_t runners = std::min({most, std::size_t{32}, pieces});
      EXPECT_EQ(pool.posted.size(), runners == 0 ? 0 : runners - 1) << most << " threads, " << size;
      EXPECT_EQ(std::set(pool.posted.begin(), pool.posted.end()).size(), pool.posted.size()) << "each one once";
      EXPECT_THAT(body.counts, Each(1));
      EXPECT_EQ(body.completions, 1);
      EXPECT_EQ(body.ending, Ending::values);
    }
}

TEST(PoolBulk, StartsNoRunnerThatWouldFindNoPiece) {
  // The first runner has done all pieces, or does the last one, when the runners begin that it has started.
  for (const std::size_t last : {std::size_t{0}, std::size_t{10}}) {
    HandJobs::Pool pool{.most = 10};
    Body body(10);
    body.in_piece = [&](std::size_t pieces) {
      if (pieces == last)
        while (pool.run_one()) continue;
    };
    Bulk bulk(pool);
    bulk.start(body, 10);
    while (pool.run_one()) continue;
    EXPECT_EQ(pool.posted.size(), 2U) << last;
    EXPECT_EQ(body.completions, 1);
  }
}

TEST(PoolBulk, CompletesWhenTheLastRunnerHasLeft) {
  HandJobs::Pool pool{.most = 3};
  Body body(10);
  Bulk bulk(pool);
  bulk.start(body, 10);
  EXPECT_EQ(body.completions, 0) << "two runners may still look for pieces";
  EXPECT_TRUE(pool.run_one());
  EXPECT_EQ(body.completions, 0);
  EXPECT_TRUE(pool.run_one());
  EXPECT_EQ(body.completions, 1);
}

TEST(PoolBulk, DoesAllByItselfOnAPoolThatTakesNoRunner) {
  HandJobs::Pool pool{.most = 10, .is_closed = true};
  Body body(100);
  Bulk bulk(pool);
  bulk.start(body, 100);
  EXPECT_THAT(body.counts, Each(1));
  EXPECT_EQ(body.completions, 1);
}

TEST(PoolBulk, DoesNoFurtherPieceAfterOneThatThrows) {
  HandJobs::Pool pool{.most = 3};
  Body body(10);
  body.in_piece = [](std::size_t) { throw std::out_of_range("a piece"); };
  Bulk bulk(pool);
  bulk.start(body, 10);
  while (pool.run_one()) continue;
  EXPECT_EQ(body.pieces, 1U);
  EXPECT_EQ(body.completions, 1);
  EXPECT_EQ(body.ending, Ending::error);
  EXPECT_THROW(std::rethrow_exception(body.error), std::out_of_range);
}

TEST(PoolBulk, DoesNoFurtherPieceWhenItIsAskedToStop) {
  HandJobs::Pool pool{.most = 3};
  Body body(10);
  body.in_piece = [&](std::size_t) { body.is_asked_to_stop = true; };
  Bulk bulk(pool);
  bulk.start(body, 10);
  while (pool.run_one()) continue;
  EXPECT_EQ(body.pieces, 1U);
  EXPECT_EQ(body.ending, Ending::stopped);
}

TEST(Pieces, AreAsManyAsOneByteCountsIfThereIsEnough) {
  for (const std::size_t size : {std::size_t{256}, std::size_t{512}, std::size_t{2'560}})
    EXPECT_EQ(Pieces(size).count(), 256U) << size;
  EXPECT_EQ(Pieces(255).count(), 255U);
  EXPECT_EQ(Pieces(257).count(), 129U) << "of two each, and the last one of one";
}

}  // namespace
}  // namespace vigil::execution::detail
