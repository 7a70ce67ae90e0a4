// Does the lean pool run what it accepted although the system has no threads for it?

#include "lean/scarce_threads.hpp"

#include "lean/code_tasks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <latch>
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

TEST(ScarceThreads, GivesTheCallerThatStandsInAWorkerOfItsOwn) {
  using Worker = lean::Worker<ScarceParts>;
  ScarceThread::left = 0;
  ScarcePool pool({.most_threads = 2});
  const Worker* of_thread = nullptr;
  std::latch has_run(1);
  CodeTask second([&] {
    of_thread = Worker::current();
    has_run.count_down();
  });
  CodeTask first([&] {
    ScarceThread::left = 1;
    EXPECT_TRUE(pool.schedule(second));
    has_run.wait();
    EXPECT_NE(of_thread, nullptr);
    EXPECT_NE(of_thread, Worker::current());
  });
  EXPECT_TRUE(pool.schedule(first));
  EXPECT_NE(of_thread, nullptr);
}

// The thread that was started first begins last. By then it must not make the pool forget the other one: what that one
// schedules is the first thread's to find.
TEST(ScarceThreads, FindsTheTasksOfAThreadThatWasStartedLaterAndBeganEarlier) {
  static std::atomic<bool> may_begin;
  may_begin = false;
  ScarceThread::left = 0;
  ScarcePool pool({.most_threads = 2, .at_thread_start = [](std::uint32_t index) noexcept {
                     if (index == 0) may_begin.wait(false);
                   }});
  CodeTask nothing([] {});
  CodeTask starts_first([&] {
    ScarceThread::left = 1;
    EXPECT_TRUE(pool.schedule(nothing));
  });
  EXPECT_TRUE(pool.schedule(starts_first)) << "the caller runs both";
  EXPECT_EQ(pool.threads(), 1U) << "the first thread has not begun";

  std::latch is_found(1);
  CodeTask for_first([&is_found] { is_found.count_down(); });
  CodeTask on_second([&] {
    may_begin = true;
    may_begin.notify_all();
    while (pool.idle_threads() != 1) std::this_thread::yield();
    EXPECT_TRUE(pool.schedule(for_first));
    is_found.wait();
  });
  ScarceThread::left = 1;
  EXPECT_TRUE(pool.schedule(on_second));
  is_found.wait();
}

}  // namespace
}  // namespace vigil::lean_proofs
