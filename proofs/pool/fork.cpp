// Does a child that has the memory of its parent's pools, and not their threads, neither hang nor crash when it uses
// them? And a process that exits on one of their threads?

#include <vigil/execution/execution.hpp>
#include <vigil/lean/thread_pool.hpp>
#include <vigil/pool/scheduler.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <vigil/testing/in_child.hpp>
#include <vigil/testing/layer.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>

namespace vigil {
namespace {

using testing::in_child;

std::atomic<std::size_t> started_workers = 0;

// A pool whose workers all run its code already. fork may come while another thread holds a lock of the C library or of
// a sanitizer, as a thread does that is only starting; in the child that lock is held for ever.
std::unique_ptr<ThreadPool> make_started_pool(PoolOptions options) {
  started_workers = 0;
  options.at_thread_start = [](std::size_t) noexcept { ++started_workers; };
  auto pool = std::make_unique<ThreadPool>(options);
  while (started_workers != options.workers) std::this_thread::yield();
  return pool;
}

bool is_refused(ThreadPool& pool) {
  try {
    pool.call([] {});
    return false;
  } catch (const PoolForked& error) {
    return std::string(error.what()).find("parent") != std::string::npos;
  }
}

struct Nothing : PostedJob<DefaultParts> {
  Nothing() : PostedJob(&run) {}
  static void run(PostedJob&, Worker<DefaultParts>&) noexcept {}
};

int use_all_of(std::unique_ptr<ThreadPool>& pool) {
  if (!pool->is_in_child()) return 1;
  if (!is_refused(*pool)) return 2;
  Nothing job;
  if (pool->post(job)) return 3;
  if (execution::sync_wait(execution::schedule(scheduler_of(*pool))).has_value()) return 4;
  pool->stop();
  pool.reset();
  return 0;
}

TEST(ForkedThreadPool, RefusesTheChildWhileItsWorkersSleep) {
  auto pool = make_started_pool({.workers = 3, .rounds = {0, 1}});
  pool->call([] {});
  EXPECT_EQ(in_child([&] { return use_all_of(pool); }), 0);
  EXPECT_EQ(pool->call([] { return 7; }), 7) << "the parent goes on";
  EXPECT_FALSE(pool->is_in_child());
}

TEST(ForkedThreadPool, RefusesTheChildWhileItsWorkersRun) {
  auto pool = make_started_pool({.workers = 2});
  std::atomic<bool> is_called = false;
  std::atomic<bool> is_over = false;
  std::thread caller([&] {
    while (!is_over) {
      pool->call([] { (void)join([] {}, [] {}); });
      is_called = true;
    }
  });
  while (!is_called) std::this_thread::yield();
  for (int i = 0; i != 50; ++i) ASSERT_EQ(in_child([&] { return use_all_of(pool); }), 0) << "child " << i;
  is_over = true;
  caller.join();
}

TEST(ForkedThreadPool, RefusesTheChildOfAWorker) {
  auto pool = make_started_pool({.workers = 2});
  EXPECT_EQ(pool->call([&] { return in_child([&] { return use_all_of(pool); }); }), 0);
}

struct Plain : lean::Task<> {
  Plain() : Task([](lean::Task<>& task) noexcept { static_cast<Plain&>(task).has_run = true; }) {}
  std::atomic<bool> has_run = false;
};

bool is_join_refused(lean::ThreadPool& pool) {
  try {
    pool.join();
    return false;
  } catch (const std::logic_error&) {
    return true;
  }
}

TEST(ForkedLeanPool, RefusesTheChild) {
  auto pool = std::make_unique<lean::ThreadPool>(lean::PoolOptions{.most_threads = 2});
  Plain first;
  ASSERT_TRUE(pool->schedule(first));
  while (!first.has_run) std::this_thread::yield();
  EXPECT_EQ(in_child([&] {
              Plain task;
              if (pool->schedule(task)) return 1;
              pool->shutdown();
              if (!is_join_refused(*pool)) return 2;
              pool.reset();
              return 0;
            }),
            0);
  Plain last;
  EXPECT_TRUE(pool->schedule(last)) << "the parent goes on";
}

// ThreadSanitizer does not let a child start threads if the parent has some.
constexpr bool kChildMayStartThreads = std::is_same_v<testing::Layer, StdAtomics>;

TEST(ForkedThreadPool, DoesNotKeepTheChildFromAPoolOfItsOwn) {
  if (!kChildMayStartThreads) GTEST_SKIP();
  auto pool = make_started_pool({.workers = 2});
  EXPECT_EQ(in_child([] {
              ThreadPool own({.workers = 2});
              return own.call([] { return 7; }) == 7 ? 0 : 1;
            }),
            0);
}

TEST(ForkedLeanPool, IsTheChildsIfItHadNoThread) {
  if (!kChildMayStartThreads) GTEST_SKIP();
  lean::ThreadPool pool({.most_threads = 2});
  EXPECT_EQ(in_child([&] {
              Plain task;
              if (!pool.schedule(task)) return 1;
              pool.shutdown();
              pool.join();
              return task.has_run ? 0 : 2;
            }),
            0);
}

// A static pool is destroyed by the thread that exits.
TEST(ThreadPoolDeathTest, LetsAJobExitTheProcess) {
  EXPECT_EXIT(
      {
        static ThreadPool pool({.workers = 2});
        pool.call([] { std::exit(3); });
      },
      ::testing::ExitedWithCode(3), "");
}

TEST(LeanPoolDeathTest, LetsATaskExitTheProcess) {
  struct Exit : lean::Task<> {
    Exit() : Task([](lean::Task<>&) noexcept { std::exit(3); }) {}
  };
  EXPECT_EXIT(
      {
        static constinit lean::ThreadPool pool({.most_threads = 2});
        static Exit task;
        (void)pool.schedule(task);
        pool.join();
      },
      ::testing::ExitedWithCode(3), "");
}

// Ends the process as the last static object that is destroyed.
std::atomic<bool> is_exiting = false;
std::atomic<bool> has_run_late = false;
struct AtTheEnd {
  ~AtTheEnd() { _exit(has_run_late ? 5 : 6); }
};

TEST(LeanPoolDeathTest, RunsWhatItAcceptedIfAThreadThatIsNoneOfItsOwnExits) {
  struct Late : lean::Task<> {
    Late() : Task(&run) {}
    static void run(lean::Task<>&) noexcept {
      while (!is_exiting) std::this_thread::yield();
      for (int i = 0; i != 1000; ++i) std::this_thread::yield();
      has_run_late = true;
    }
  };
  EXPECT_EXIT(
      {
        static const AtTheEnd at_the_end;
        static lean::ThreadPool pool({.most_threads = 1});
        static Late task;
        (void)pool.schedule(task);
        (void)std::atexit([] { is_exiting = true; });
        std::exit(0);
      },
      ::testing::ExitedWithCode(5), "");
}

TEST(LeanPoolDeathTest, EndsTheProgramIfATaskDestroysItsPool) {
  struct Destroy : lean::Task<> {
    Destroy() : Task([](lean::Task<>& task) noexcept { delete static_cast<Destroy&>(task).pool; }) {}
    lean::ThreadPool* pool = new lean::ThreadPool({.most_threads = 1});
  };
  EXPECT_DEATH(
      {
        Destroy task;
        (void)task.pool->schedule(task);
        task.pool->join();
        (void)pause();
      },
      "a thread of a lean pool joins its own pool");
}

}  // namespace
}  // namespace vigil
