// Does a pool do what its header says at the edges: options, misuse, stopping, nesting, statistics?

#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace vigil {
namespace {

TEST(ThreadPool, RefusesOptionsThatMakeNoPool) {
  EXPECT_THROW(ThreadPool({.workers = 0}), std::invalid_argument);
  EXPECT_THROW(ThreadPool({.workers = 65'536}), std::invalid_argument);
  EXPECT_THROW(ThreadPool({.workers = 1, .deque_capacity = 3}), std::invalid_argument);
  EXPECT_THROW(ThreadPool({.workers = 1, .stack_bytes = ~std::size_t{0}}), std::invalid_argument);
}

std::size_t stack_bytes_of_this_thread() {
  pthread_attr_t attributes;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  (void)pthread_attr_getstacksize(&attributes, &bytes);
  (void)pthread_attr_destroy(&attributes);
  return bytes;
}

TEST(ThreadPool, GivesItsThreadsStacksOfTheSizeThatIsAskedFor) {
  for (const std::size_t bytes : {1U, 100'000U, 1U << 26}) {
    ThreadPool pool({.workers = 1, .stack_bytes = bytes});
    EXPECT_GE(pool.call(stack_bytes_of_this_thread), bytes);
  }
  ThreadPool small({.workers = 1, .stack_bytes = 100'000});
  EXPECT_LT(small.call(stack_bytes_of_this_thread), 1'000'000U);
}

TEST(ThreadPool, LeavesNoThreadBehindIfThereIsNoMemoryForAStack) {
  EXPECT_THROW(ThreadPool({.workers = 2, .stack_bytes = PTRDIFF_MAX}), std::system_error);
}

TEST(ThreadPool, HasAWorkerForEachProcessorIfNothingElseIsSaid) {
  ThreadPool pool;
  EXPECT_EQ(pool.workers(), std::max(1U, std::thread::hardware_concurrency()));
}

TEST(ThreadPool, LetsEachThreadBeginWithWhatIsAskedOfIt) {
  static std::atomic<unsigned> begun;
  begun = 0;
  ThreadPool pool({.workers = 3, .at_thread_start = [](std::size_t worker) noexcept { begun |= 1U << worker; }});
  pool.stop();
  EXPECT_EQ(begun, 0b111U);
}

TEST(ThreadPool, CallsOnAWorkerAndReturnsTheResult) {
  ThreadPool pool({.workers = 1});
  EXPECT_EQ(ThreadPool::Worker::current(), nullptr);
  EXPECT_NE(pool.call([] { return std::this_thread::get_id(); }), std::this_thread::get_id());
  EXPECT_EQ(pool.call([](ThreadPool::Worker& worker) { return worker.index(); }), 0U);
  EXPECT_THROW(pool.call([] { throw std::out_of_range("here"); }), std::out_of_range);
}

TEST(ThreadPool, CallsInPlaceFromItsOwnWorkers) {
  ThreadPool pool({.workers = 1});
  const bool same = pool.call([&pool] {
    const auto outer = std::this_thread::get_id();
    return pool.call([outer] { return std::this_thread::get_id() == outer; });
  });
  EXPECT_TRUE(same);
  EXPECT_EQ(pool.statistics().injected, 1U) << "the outer call alone came from outside";
}

TEST(ThreadPool, RefusesCallsOnceItIsStopped) {
  ThreadPool pool({.workers = 2});
  pool.stop();
  EXPECT_THROW(pool.call([] {}), PoolStopped);
  pool.stop();
}

TEST(ThreadPool, RefusesPostedJobsOnceItIsStopped) {
  struct Posted : PostedJob<DefaultParts> {
    Posted() : PostedJob([](PostedJob& job, Worker<DefaultParts>&) noexcept { ++static_cast<Posted&>(job).runs; }) {}
    int runs = 0;
  };
  Posted job;
  ThreadPool stopped({.workers = 1});
  ThreadPool other({.workers = 1});
  stopped.stop();
  EXPECT_FALSE(stopped.post(job));
  EXPECT_FALSE(other.call([&] { return stopped.post(job); })) << "a worker of another pool is a caller as any other";
  EXPECT_EQ(job.runs, 0);
}

TEST(ThreadPool, IsNotStoppedByItsOwnWorkers) {
  ThreadPool pool({.workers = 1});
  EXPECT_THROW(pool.call([&pool] { pool.stop(); }), std::logic_error);
  EXPECT_EQ(pool.call([] { return 7; }), 7);
}

TEST(ThreadPool, IsStoppedByTheWorkerOfAnother) {
  ThreadPool stopped({.workers = 1});
  ThreadPool other({.workers = 1});
  other.call([&stopped] {
    EXPECT_FALSE(stopped.is_inside());
    EXPECT_NO_THROW(stopped.stop());
  });
  EXPECT_THROW(stopped.call([] {}), PoolStopped);
}

TEST(ThreadPool, MayBeMadeByAJobOfAnother) {
  ThreadPool outer({.workers = 1});
  const int result = outer.call([] {
    ThreadPool inner({.workers = 2});
    return inner.call([] { return 7; });
  });
  EXPECT_EQ(result, 7);
}

TEST(ThreadPool, CountsWhatItsWorkersDo) {
  ThreadPool pool({.workers = 1});
  for (int i = 0; i != 10; ++i)
    pool.call([](ThreadPool::Worker& worker) {
      scope(worker, [&](auto& tasks) {
        tasks.spawn(worker, [] {});
        tasks.spawn(worker, [] {});
      });
      (void)join(
          worker, [] {}, [] {});
    });
  const WorkerStatistics all = pool.statistics();
  EXPECT_EQ(all.injected, 10U);
  EXPECT_EQ(all.stolen, 0U);
  EXPECT_EQ(all.executed, 10U + 20U) << "each call and its tasks; the branches of its join are made in place";
}

TEST(ThreadPool, CountsTheCallsThatAWorkerRunsThatRunsNothingElse) {
  ThreadPool near({.workers = 1, .nested_calls = 0});
  ThreadPool far({.workers = 1, .nested_calls = 0});
  WorkerStatistics seen;
  near.call([&] { far.call([&] { near.call([&](ThreadPool::Worker& worker) { seen = worker.statistics(); }); }); });
  EXPECT_EQ(seen.executed, 2U);
  EXPECT_EQ(seen.injected, 2U);
  EXPECT_EQ(seen.stolen, 0U);
}

TEST(WorkerStatistics, AreAddedOneByOne) {
  WorkerStatistics sum{.executed = 1, .stolen = 2, .injected = 3};
  sum += {.executed = 10, .stolen = 20, .injected = 30};
  EXPECT_EQ(sum.executed, 11U);
  EXPECT_EQ(sum.stolen, 22U);
  EXPECT_EQ(sum.injected, 33U);
}

// A job that calls another pool. Its call lasts until the next job has run.
struct Nested : PostedJob<DefaultParts> {
  Nested() : PostedJob(&run) {}
  static void run(PostedJob& job, Worker<DefaultParts>&) noexcept {
    auto& self = static_cast<Nested&>(job);
    if (self.next != nullptr && self.near->post(*self.next)) self.far->call([&] { self.next->has_run.wait(false); });
    self.has_run = true;
    self.has_run.notify_all();
  }
  ThreadPool* near = nullptr;
  ThreadPool* far = nullptr;
  Nested* next = nullptr;
  std::atomic<bool> has_run = false;
};

// Otherwise a job waits for the next one for ever: there is one worker.
TEST(ThreadPool, RunsJobsWhileItsWorkersCallAsOftenAsTheyMayNestCalls) {
  EXPECT_EQ(PoolOptions().nested_calls, 16U);
  for (const std::size_t nested_calls : {std::size_t{1}, std::size_t{2}, PoolOptions().nested_calls}) {
    std::array<std::vector<Nested>, 2> rounds{std::vector<Nested>(nested_calls + 1),
                                              std::vector<Nested>(nested_calls + 1)};
    ThreadPool far({.workers = nested_calls});
    ThreadPool near({.workers = 1, .nested_calls = nested_calls});
    for (auto& jobs : rounds) {
      for (std::size_t i = 0; i != jobs.size(); ++i) {
        jobs[i].near = &near;
        jobs[i].far = &far;
        jobs[i].next = i == nested_calls ? nullptr : &jobs[i + 1];
      }
      ASSERT_TRUE(near.post(jobs[0]));
      jobs[0].has_run.wait(false);
    }
  }
}

// A layer whose `kStarts`-th start of a thread fails.
struct FailingThreads : StdAtomics {
  static inline unsigned starts_left = 0;
  class thread : public std::thread {
   public:
    template <class Code>
    explicit thread(Code code) : std::thread(allowed(std::move(code))) {}

   private:
    template <class Code>
    static Code allowed(Code code) {
      if (starts_left == 0) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
      --starts_left;
      return code;
    }
  };
};

TEST(ThreadPool, LeavesNoThreadBehindIfOneCannotBeStarted) {
  using Pool = BasicThreadPool<PoolParts<FailingThreads>>;
  for (unsigned starts = 0; starts != 4; ++starts) {
    FailingThreads::starts_left = starts;
    EXPECT_THROW(Pool({.workers = 4}), std::system_error) << "and std::terminate, if a thread were left";
  }
  FailingThreads::starts_left = 4;
  Pool pool({.workers = 4});
  EXPECT_EQ(pool.call([] { return 7; }), 7);
}

}  // namespace
}  // namespace vigil
