// Does a pool do what its header says at the edges: options, misuse, stopping, nesting, statistics?

#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>
#include <pthread.h>

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
}

TEST(ThreadPool, RefusesCallsOnceItIsStopped) {
  ThreadPool pool({.workers = 2});
  pool.stop();
  EXPECT_THROW(pool.call([] {}), PoolStopped);
  pool.stop();
}

TEST(ThreadPool, IsNotStoppedByItsOwnWorkers) {
  ThreadPool pool({.workers = 1});
  EXPECT_THROW(pool.call([&pool] { pool.stop(); }), std::logic_error);
  EXPECT_EQ(pool.call([] { return 7; }), 7);
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
      (void)join(
          worker, [] {}, [] {}, [] {});
    });
  const WorkerStatistics all = pool.statistics();
  EXPECT_EQ(all.injected, 10U);
  EXPECT_EQ(all.stolen, 0U);
  EXPECT_EQ(all.executed, 10U + 20U) << "each call, and the two forked branches of its join";
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
