// Does the lean pool run what it accepts, once, as simpler pools do; and does it do what its header says at the edges?

#include <vigil/lean/thread_pool.hpp>

#include <vigil/testing/task_programs.hpp>
#include "ladder/one_queue.hpp"
#include "ladder/single_thread.hpp"
#include "ladder/throttled.hpp"
#include "lean/code_tasks.hpp"

#include <gtest/gtest.h>
#include <limits.h>
#include <pthread.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <sched.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vigil::lean_proofs {
namespace {

using namespace lean;

using testing::ProgramRun;
using testing::runs_of_accepted;
using testing::runs_on;
using testing::task_programs;
using testing::TaskProgram;

template <class Pool>
void end(Pool& pool) {
  pool.shutdown();
  pool.join();
}

// ---- against the oracles

RC_GTEST_PROP(LeanThreadPool, RunsTheTasksThatTheOraclesRun, ()) {
  const TaskProgram program = *task_programs();
  const std::vector<unsigned> due =
      runs_of_accepted<ladder::SingleThread>(program, std::vector<bool>(program.tasks.size(), true));
  const auto threads = *rc::gen::inRange<std::uint32_t>(1, 5);
  RC_ASSERT(runs_on<ladder::OneQueue>(program, threads) == due);
  RC_ASSERT(runs_on<ladder::Throttled>(program, threads) == due);
}

RC_GTEST_PROP(LeanThreadPool, RunsWhatItAcceptedBeforeItWasShutDownAndNothingElse, ()) {
  const TaskProgram program = *task_programs();
  ladder::Throttled pool(*rc::gen::inRange<std::uint32_t>(1, 5));
  ProgramRun run(program, pool);
  run.post_by_threads([&pool] { pool.shutdown(); });
  pool.join();
  RC_ASSERT(run.runs() == runs_of_accepted<ladder::SingleThread>(program, run.accepted()));
  RC_ASSERT(run.runs() == runs_of_accepted<ladder::OneQueue>(program, run.accepted()));
}

// ---- beginning

TEST(LeanThreadPool, IsUsableAsAStatic) {
  static constinit lean::ThreadPool pool(lean::PoolOptions{.most_threads = 2});
  static std::atomic<int> runs;
  ManyTasks tasks(10, [] { ++runs; });
  EXPECT_TRUE(pool.schedule(tasks.batch()));
  end(pool);
  EXPECT_EQ(runs, 10);
}

TEST(LeanThreadPool, RefusesOptionsThatMakeNoPool) {
  const auto make = [](std::uint32_t threads) { lean::ThreadPool pool({.most_threads = threads}); };
  EXPECT_THROW(make(0), std::invalid_argument);
  EXPECT_THROW(make(lean::DefaultParts::kMostThreads + 1), std::invalid_argument);
  EXPECT_NO_THROW(make(lean::DefaultParts::kMostThreads));
  EXPECT_EQ(lean::DefaultParts::kMostThreads, 64U);
}

TEST(LeanThreadPool, StartsNoThreadBeforeTheFirstTask) {
  lean::ThreadPool pool({.most_threads = 4});
  EXPECT_EQ(pool.threads(), 0U);
  EXPECT_TRUE(pool.schedule(Batch<>()));
  EXPECT_EQ(pool.threads(), 0U) << "an empty batch is no task";
}

TEST(LeanThreadPool, StartsOneThreadForALoneTask) {
  static std::atomic<int> starts;
  starts = 0;
  CodeTask task([] {});
  lean::ThreadPool pool({.most_threads = 8, .at_thread_start = [](std::uint32_t) noexcept { ++starts; }});
  EXPECT_TRUE(pool.schedule(task));
  end(pool);
  EXPECT_EQ(starts, 1);
  EXPECT_EQ(pool.threads(), 0U);
  EXPECT_EQ(pool.idle_threads(), 0U);
}

// Each of the tasks goes on when all of them have begun, for which each needs a thread of its own.
TEST(LeanThreadPool, StartsAThreadForEachTaskThatIsNotDone) {
  for (const std::uint32_t threads : {5U, lean::DefaultParts::kMostThreads})
    for (const bool is_batch : {false, true}) {
      std::latch all_have_begun(threads);
      lean::ThreadPool pool({.most_threads = threads});
      ManyTasks tasks(threads, [&all_have_begun] { all_have_begun.arrive_and_wait(); });
      for (Batch<> batch = tasks.batch(); !batch.is_empty();) {
        const auto next = is_batch ? std::exchange(batch, Batch<>()) : Batch<>::from(batch.pop());
        EXPECT_TRUE(pool.schedule(next));
      }
      all_have_begun.wait();
      EXPECT_EQ(pool.threads(), threads);
      end(pool);
    }
}

TEST(LeanThreadPool, WakesAThreadForEachTaskOfABatchThatATaskSchedules) {
  constexpr std::uint32_t kThreads = 4;
  std::latch all_have_begun(kThreads);
  lean::ThreadPool pool({.most_threads = kThreads});
  ManyTasks tasks(kThreads, [&all_have_begun] { all_have_begun.arrive_and_wait(); });
  CodeTask first([&] { EXPECT_TRUE(pool.schedule(tasks.batch())); });
  EXPECT_TRUE(pool.schedule(first));
  end(pool);
}

// ---- what its threads are

TEST(LeanThreadPool, LetsEachThreadBeginWithWhatIsAskedOfIt) {
  constexpr std::uint32_t kThreads = 3;
  static std::array<std::atomic<int>, kThreads> starts;
  static thread_local std::uint32_t own_index = kThreads;
  for (auto& count : starts) count = 0;
  std::latch all_have_begun(kThreads);
  lean::ThreadPool pool({.most_threads = kThreads, .at_thread_start = [](std::uint32_t index) noexcept {
                           ++starts.at(index);
                           own_index = index;
                           pthread_setname_np(pthread_self(), ("lean " + std::to_string(index)).c_str());
                           cpu_set_t processors;
                           CPU_ZERO(&processors);
                           CPU_SET(static_cast<unsigned>(sched_getcpu()), &processors);
                           pthread_setaffinity_np(pthread_self(), sizeof processors, &processors);
                         }});
  ManyTasks tasks(kThreads, [&] {
    all_have_begun.arrive_and_wait();
    std::array<char, 16> name{};
    pthread_getname_np(pthread_self(), name.data(), name.size());
    EXPECT_EQ(name.data(), "lean " + std::to_string(own_index));
    cpu_set_t processors;
    pthread_getaffinity_np(pthread_self(), sizeof processors, &processors);
    EXPECT_EQ(CPU_COUNT(&processors), 1);
  });
  EXPECT_TRUE(pool.schedule(tasks.batch()));
  end(pool);
  for (const auto& count : starts) EXPECT_EQ(count, 1);
}

// 0 if the task did not run on a thread of the pool, which has nothing but that stack.
std::size_t stack_bytes_of_a_thread(lean::PoolOptions options) {
  std::size_t bytes = 0;
  CodeTask task([&bytes, caller = pthread_self()] {
    pthread_attr_t attributes;
    if (pthread_equal(caller, pthread_self()) != 0 || pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* lowest = nullptr;
    (void)pthread_attr_getstack(&attributes, &lowest, &bytes);
    (void)pthread_attr_destroy(&attributes);
  });
  lean::ThreadPool pool(options);
  EXPECT_TRUE(pool.schedule(task));
  end(pool);
  return bytes;
}

TEST(LeanThreadPool, GivesItsThreadsTheStackThatIsAskedFor) {
  for (const std::size_t asked : {std::size_t{256} << 10, (std::size_t{1} << 20) + 1, std::size_t{16} << 20}) {
    const lean::PoolOptions options{.most_threads = 1, .stack_bytes = asked};
    EXPECT_GE(stack_bytes_of_a_thread(options), asked);
    EXPECT_LE(stack_bytes_of_a_thread(options), 5 * asked) << "glibc reuses stacks of up to four times the size";
  }
}

TEST(LeanThreadPool, RaisesATinyStackToWhatTheSystemAllows) {
  const lean::PoolOptions options{.most_threads = 1, .stack_bytes = 1};
  EXPECT_GE(stack_bytes_of_a_thread(options), static_cast<std::size_t>(PTHREAD_STACK_MIN));
}

TEST(LeanThreadPool, GivesItsThreadsTheStackOfTheSystemIfNoneIsAskedFor) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  std::size_t due = 0;
  ASSERT_EQ(pthread_attr_getstacksize(&attributes, &due), 0);
  (void)pthread_attr_destroy(&attributes);
  EXPECT_GE(stack_bytes_of_a_thread({.most_threads = 1}), due);
}

// ---- the end

TEST(LeanThreadPool, RunsAllThatWasScheduledBeforeItIsDestroyed) {
  std::atomic<int> runs = 0;
  ManyTasks tasks(1000, [&runs] { ++runs; });
  {
    lean::ThreadPool pool({.most_threads = 3});
    EXPECT_TRUE(pool.schedule(tasks.batch()));
  }
  EXPECT_EQ(runs, 1000);
}

TEST(LeanThreadPool, RefusesWhatComesAfterTheShutdownAndLeavesItAlone) {
  std::atomic<int> runs = 0;
  CodeTask first([&runs] { ++runs; });
  CodeTask second([&runs] { ++runs; });
  Batch<> batch = Batch<>::from(first);
  batch.push(second);
  lean::ThreadPool pool({.most_threads = 3});
  pool.shutdown();
  EXPECT_FALSE(pool.schedule(batch));
  EXPECT_EQ(first.next(), &second);
  EXPECT_EQ(second.next(), nullptr);
  EXPECT_EQ(pool.threads(), 0U);
  pool.join();
  EXPECT_FALSE(pool.schedule(batch)) << "nor does a pool that was joined start again";
  EXPECT_EQ(runs, 0);
}

TEST(LeanThreadPool, AcceptsFromARunningTaskAfterTheShutdown) {
  constexpr int kLength = 1000;
  lean::ThreadPool pool({.most_threads = 2});
  std::latch is_shut_down(1);
  int runs = 0;
  struct Link : Task<> {
    Link(lean::ThreadPool& its_pool, int& its_runs) : Task<>(&run_link), owner(its_pool), runs(its_runs) {}
    static void run_link(Task<>& task) noexcept {
      auto& link = static_cast<Link&>(task);
      if (++link.runs == kLength) return;
      EXPECT_TRUE(link.owner.schedule(link)) << "a task may schedule itself again";
    }
    lean::ThreadPool& owner;
    int& runs;
  } chain(pool, runs);
  CodeTask first([&] {
    is_shut_down.wait();
    EXPECT_TRUE(pool.schedule(chain));
  });
  EXPECT_TRUE(pool.schedule(first));
  pool.shutdown();
  is_shut_down.count_down();
  pool.join();
  EXPECT_EQ(runs, kLength);
}

TEST(LeanThreadPool, KeepsItsThreadsUntilTheLastTaskHasRun) {
  for (int i = 0; i != 20; ++i) {
    lean::ThreadPool pool({.most_threads = 3});
    meet_after_the_shutdown(pool, 3);
  }
}

TEST(LeanThreadPool, WakesUpForEachTask) {
  lean::ThreadPool pool({.most_threads = 3});
  expect_each_is_run(pool, 50);
}

TEST(LeanThreadPool, IsShutDownByATask) {
  lean::ThreadPool pool({.most_threads = 2});
  std::atomic<int> runs = 0;
  CodeTask last([&runs] { ++runs; });
  CodeTask task([&] {
    pool.shutdown();
    pool.shutdown();
    EXPECT_TRUE(pool.schedule(last));
  });
  EXPECT_TRUE(pool.schedule(task));
  pool.join();
  EXPECT_EQ(runs, 1);
  EXPECT_FALSE(pool.schedule(last));
}

TEST(LeanThreadPool, IsJoinedByManyThreads) {
  constexpr int kTasks = 500;
  std::atomic<int> runs = 0;
  ManyTasks tasks(kTasks, [&runs] { runs.fetch_add(1, std::memory_order_relaxed); });
  lean::ThreadPool pool({.most_threads = 3});
  std::vector<std::thread> joining;
  for (int i = 0; i != 3; ++i)
    joining.emplace_back([&] {
      pool.join();
      EXPECT_EQ(runs.load(std::memory_order_relaxed), kTasks);
    });
  EXPECT_TRUE(pool.schedule(tasks.batch()));
  end(pool);
  for (std::thread& thread : joining) thread.join();
}

TEST(LeanThreadPool, IsNotJoinedByItsOwnThreads) {
  lean::ThreadPool pool({.most_threads = 1});
  bool has_run = false;
  CodeTask task([&] {
    EXPECT_THROW(pool.join(), std::logic_error);
    has_run = true;
  });
  EXPECT_TRUE(pool.schedule(task));
  end(pool);
  EXPECT_TRUE(has_run);
}

// Destructors of thread-local objects run when the thread is no worker any more.
struct SchedulesAtTheEndOfItsThread {
  lean::ThreadPool* pool = nullptr;
  Task<>* task = nullptr;
  bool* is_accepted = nullptr;
  ~SchedulesAtTheEndOfItsThread() {
    if (pool != nullptr) *is_accepted = pool->schedule(*task);
  }
};
thread_local SchedulesAtTheEndOfItsThread at_the_end;

TEST(LeanThreadPool, RefusesWhatAThreadSchedulesWhenItHasLeft) {
  bool is_accepted = true;
  int runs = 0;
  CodeTask late([&runs] { ++runs; });
  lean::ThreadPool pool({.most_threads = 1});
  CodeTask task([&, caller = std::this_thread::get_id()] {
    if (std::this_thread::get_id() == caller) return;
    at_the_end.pool = &pool;
    at_the_end.task = &late;
    at_the_end.is_accepted = &is_accepted;
  });
  EXPECT_TRUE(pool.schedule(task));
  end(pool);
  EXPECT_FALSE(is_accepted);
  EXPECT_EQ(runs, 0);
}

// ---- several pools

// Goes back and forth between two pools; each time on a thread of the pool that it was scheduled on (S-54).
thread_local int own_pool = -1;

struct Traveller : Task<> {
  static constexpr int kLegs = 200;

  Traveller(std::array<lean::ThreadPool*, 2> its_pools, int its_first)
      : Task<>(&run_leg), pools(its_pools), at(its_first) {}
  static void run_leg(Task<>& task) noexcept {
    auto& self = static_cast<Traveller&>(task);
    if (own_pool != self.at) ++self.strays;
    if (++self.legs == kLegs) return self.has_arrived.count_down();
    self.at = 1 - self.at;
    EXPECT_TRUE(self.pools[static_cast<std::size_t>(self.at)]->schedule(self));
  }

  std::array<lean::ThreadPool*, 2> pools;
  int at;
  int legs = 0, strays = 0;
  std::latch has_arrived{1};
};

TEST(LeanThreadPool, RunsOnItsOwnThreadsWhatThreadsOfAnotherScheduleOnIt) {
  lean::ThreadPool one({.most_threads = 2, .at_thread_start = [](std::uint32_t) noexcept { own_pool = 0; }});
  lean::ThreadPool two({.most_threads = 2, .at_thread_start = [](std::uint32_t) noexcept { own_pool = 1; }});
  std::deque<Traveller> travellers;
  for (int i = 0; i != 6; ++i) travellers.emplace_back(std::array{&one, &two}, i % 2);
  for (Traveller& traveller : travellers) EXPECT_TRUE((traveller.at == 0 ? one : two).schedule(traveller));
  for (Traveller& traveller : travellers) traveller.has_arrived.wait();
  end(one);
  end(two);
  for (const Traveller& traveller : travellers) {
    EXPECT_EQ(traveller.legs, Traveller::kLegs);
    EXPECT_EQ(traveller.strays, 0) << "legs on a thread of the other pool";
  }
}

TEST(LeanThreadPool, MayBeMadeAndJoinedByATaskOfAnother) {
  int runs = 0;
  lean::ThreadPool outer({.most_threads = 1});
  CodeTask outer_task([&runs] {
    CodeTask inner_task([&runs] { ++runs; });
    lean::ThreadPool inner({.most_threads = 1});
    EXPECT_TRUE(inner.schedule(inner_task));
    end(inner);
    ++runs;
  });
  EXPECT_TRUE(outer.schedule(outer_task));
  end(outer);
  EXPECT_EQ(runs, 2);
}

}  // namespace
}  // namespace vigil::lean_proofs
