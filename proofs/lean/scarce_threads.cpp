// Does the lean pool run what it accepted although the system has no threads for it?

#include "lean/scarce_threads.hpp"

#include "lean/code_tasks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace vigil::lean_proofs {
namespace {

using namespace lean;

TEST(ScarceThreads, RunsTasksOnTheCallersThreadIfItCanStartNone) {
  ScarceThread::left = 0;
  ScarcePool pool({.most_threads = 4});
  int runs = 0;
  const auto here = std::this_thread::get_id();
  CodeTask second([&] { runs += 10; });
  CodeTask first([&] {
    EXPECT_EQ(std::this_thread::get_id(), here);
    EXPECT_EQ(++runs, 1);
    EXPECT_TRUE(pool.schedule(second));
  });
  EXPECT_TRUE(pool.schedule(first));
  EXPECT_EQ(runs, 11) << "before schedule returns, what the task schedules too";
  EXPECT_EQ(pool.threads(), 0U);
}

TEST(ScarceThreads, AcceptsFromATaskAfterTheShutdownAlsoIfItCanStartNoThread) {
  ScarceThread::left = 0;
  ScarcePool pool({.most_threads = 4});
  int runs = 0;
  CodeTask second([&runs] { ++runs; });
  CodeTask first([&] {
    pool.shutdown();
    EXPECT_TRUE(pool.schedule(second));
    EXPECT_THROW(pool.join(), std::logic_error) << "a caller that stands in is a thread of the pool";
  });
  EXPECT_TRUE(pool.schedule(first));
  EXPECT_EQ(runs, 1);
  EXPECT_FALSE(pool.schedule(second)) << "but it is none afterwards";
}

TEST(ScarceThreads, GoesOnWithTheThreadsThatItCouldStart) {
  ScarceThread::left = 1;
  ScarcePool pool({.most_threads = 4});
  expect_each_is_run(pool, 50);
}

TEST(ScarceThreads, StartsAThreadLaterHoweverOftenItCouldNot) {
  ScarceThread::left = 0;
  ScarcePool pool({.most_threads = 1});
  std::atomic<int> runs = 0;
  const auto count_here = [&runs, caller = std::this_thread::get_id()] {
    if (std::this_thread::get_id() == caller) ++runs;
  };
  constexpr int kFailures = 2 * static_cast<int>(ScarceParts::kMostThreads);
  for (int i = 0; i != kFailures; ++i) {
    CodeTask task(count_here);
    EXPECT_TRUE(pool.schedule(task));
  }
  EXPECT_EQ(runs, kFailures);
  ScarceThread::left = 1;
  CodeTask last(count_here);
  EXPECT_TRUE(pool.schedule(last));
  pool.shutdown();
  pool.join();
  EXPECT_EQ(runs, kFailures) << "the last task ran on the caller's thread too";
}

}  // namespace
}  // namespace vigil::lean_proofs
