// Which backend has the parallel scheduler of the process, if the program defines one, and if not?

#include <vigil/execution/execution.hpp>
#include <vigil/pool/parallel_scheduler.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

namespace vigil {
namespace {

namespace ex = vigil::execution;
namespace replacement = ex::parallel_scheduler_replacement;
using Backend = std::shared_ptr<replacement::parallel_scheduler_backend>;

Backend pool_of_the_proofs() {
  static const Backend kBackend = std::make_shared<PoolBackend>(PoolOptions{.workers = 2});
  return kBackend;
}

}  // namespace

#if !defined(_MSC_VER) && !defined(__APPLE__)
#define VIGIL_PROOFS_HAVE_A_BACKEND
}  // namespace vigil

// For the whole program of the proofs.
auto vigil::execution::parallel_scheduler_replacement::query_parallel_scheduler_backend()
    -> std::shared_ptr<parallel_scheduler_backend> {
  return pool_of_the_proofs();
}

namespace vigil {
#endif

namespace {

void expect_that_it_works(const ex::parallel_scheduler& scheduler) {
  const auto here = std::this_thread::get_id();
  std::vector<std::atomic<int>> counts(10'000);
  std::atomic<bool> is_here = false;
  const auto work = ex::schedule(scheduler) | ex::bulk(counts.size(), [&](std::size_t i) {
                      ++counts[i];
                      if (std::this_thread::get_id() == here) is_here = true;
                    });
  EXPECT_TRUE(ex::sync_wait(work).has_value());
  EXPECT_TRUE(std::all_of(counts.begin(), counts.end(), [](const std::atomic<int>& count) { return count == 1; }));
  EXPECT_FALSE(is_here);
}

TEST(ParallelSchedulerOfTheProcess, IsOne) {
  EXPECT_EQ(ex::get_parallel_scheduler(), ex::get_parallel_scheduler());
  expect_that_it_works(ex::get_parallel_scheduler());
}

TEST(ParallelSchedulerOfTheProcess, HasTheBackendThatTheProgramDefines) {
#if defined(VIGIL_PROOFS_HAVE_A_BACKEND)
  EXPECT_EQ(ex::get_parallel_scheduler(), ex::parallel_scheduler(pool_of_the_proofs()));
#endif
  EXPECT_EQ(ex::detail::parallel_scheduler_by(&pool_of_the_proofs), ex::parallel_scheduler(pool_of_the_proofs()));
}

TEST(ParallelSchedulerOfTheProcess, HasAPoolIfTheProgramDefinesNone) {
  const auto scheduler = ex::detail::parallel_scheduler_by(nullptr);
  EXPECT_EQ(scheduler, ex::detail::parallel_scheduler_by(nullptr));
  EXPECT_NE(scheduler, ex::parallel_scheduler(pool_of_the_proofs()));
  expect_that_it_works(scheduler);
}

TEST(ParallelSchedulerOfTheProcess, ThrowsWhatTheFunctionOfTheProgramThrows) {
  const auto throws = []() -> Backend { throw std::out_of_range("no backend"); };
  EXPECT_THROW((void)ex::detail::parallel_scheduler_by(throws), std::out_of_range);
}

TEST(ParallelSchedulerOfTheProcessDeathTest, EndsTheProgramIfTheFunctionOfTheProgramReturnsNull) {
  const auto none = []() -> Backend { return nullptr; };
  EXPECT_DEATH((void)ex::detail::parallel_scheduler_by(none), "");
}

TEST(ParallelSchedulerOfTheProcess, IsWhereATaskStays) {
  const auto task = []() -> ex::task<int> {
    int sum = 0;
    for (int i = 0; i != 100; ++i)
      sum += co_await (ex::schedule(ex::get_parallel_scheduler()) | ex::then([] { return 1; }));
    co_return sum;
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(ex::get_parallel_scheduler(), task())), std::tuple(100));
}

}  // namespace
}  // namespace vigil
