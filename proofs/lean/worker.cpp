// Does a worker search where its header says, in that order, and does it ask for another worker only if there is more?

#include <vigil/lean/thread_pool.hpp>

#include "lean/tasks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::lean_proofs {
namespace {

using namespace lean;

struct RequiringParts : lean::PoolParts<RequiringAtomics> {
  static constexpr std::uint32_t kMostThreads = 3;
};

// Four workers of a pool. The test is the second one.
class WorkerProofs : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kSelf = 1;

  WorkerProofs() : before_(workers[kSelf].begin(pool_, kSelf)) {}
  ~WorkerProofs() override { workers[kSelf].end(before_); }

  void give(std::size_t worker, std::size_t size = 1) { workers[worker].push(make(size)); }
  Batch<PlainTask> make(std::size_t size) {
    std::vector<std::size_t> numbers;
    return tasks_.make_batch(size, numbers);
  }
  Taken<PlainTask> find() { return workers[kSelf].find(outside, workers.data(), 4); }
  bool sees_more() { return workers[kSelf].sees_more(outside, workers.data(), 4); }
  // The worker that had the task that is found next, if each has one.
  std::size_t next_victim() {
    EXPECT_TRUE(find().is_success());
    for (std::size_t each = 0; each != workers.size(); ++each)
      if (!workers[kSelf].sees_more(outside, &workers[each], 1) && each != kSelf) return each;
    return workers.size();
  }

  std::array<Worker<RequiringParts>, 4> workers;
  RequiringParts::Queue outside;

 private:
  const BasicThreadPool<RequiringParts> pool_{PoolOptions{.most_threads = 3}};
  Tasks tasks_;
  Worker<RequiringParts>* const before_;
};

TEST_F(WorkerProofs, TakesItsOwnTasksFirstAndThenThoseFromOutside) {
  give(0);
  outside.push(make(1));
  give(kSelf);
  EXPECT_EQ(number_of(*find().task()), 2U);
  EXPECT_EQ(number_of(*find().task()), 1U);
  EXPECT_EQ(number_of(*find().task()), 0U);
  EXPECT_TRUE(find().is_empty());
}

TEST_F(WorkerProofs, SearchesTheOthersInTurnFromTheOneBehindItself) {
  for (const std::size_t other : {0U, 2U, 3U}) give(other);
  EXPECT_EQ(next_victim(), 2U);
  give(2);
  EXPECT_EQ(next_victim(), 3U);
  give(3);
  EXPECT_EQ(next_victim(), 0U);
  give(0);
  EXPECT_EQ(next_victim(), 2U);
  for (int left = 2; left != 0; --left) EXPECT_TRUE(find().is_success());
  EXPECT_TRUE(find().is_empty());
}

TEST_F(WorkerProofs, SearchesAllOthersWhereverItBegins) {
  for (int round = 0; round != 3; ++round)
    for (const std::size_t other : {3U, 3U, 2U, 2U, 0U, 0U, 3U}) {
      give(other);
      EXPECT_TRUE(find().is_success());
      EXPECT_TRUE(find().is_empty());
    }
}

TEST_F(WorkerProofs, AsksForAnotherWorkerIfItKeepsOrLeavesTasks) {
  give(kSelf, 2);
  EXPECT_FALSE(find().must_notify()) << "it was notified when they were scheduled";
  EXPECT_FALSE(find().must_notify());
  for (const std::size_t size : {1U, 2U, 5U}) {
    const bool are_more = size > 1;
    outside.push(make(size));
    EXPECT_EQ(find().must_notify(), are_more);
    while (find().is_success()) continue;
    give(0, size);
    EXPECT_EQ(find().must_notify(), are_more);
    while (find().is_success()) continue;
  }
}

TEST_F(WorkerProofs, SeesWhatOthersMayTakeAndNotWhatItHasItself) {
  constexpr std::size_t kMoreThanFitIntoTheRing = 300;
  EXPECT_FALSE(sees_more());
  give(kSelf, kMoreThanFitIntoTheRing);
  EXPECT_FALSE(sees_more());
  for (const std::size_t other : {0U, 2U, 3U}) {
    give(other);
    EXPECT_TRUE(sees_more());
    while (workers[other].find(outside, workers.data(), 0).is_success()) continue;
    EXPECT_FALSE(sees_more());
  }
  outside.push(make(1));
  EXPECT_TRUE(sees_more());
}

}  // namespace
}  // namespace vigil::lean_proofs
