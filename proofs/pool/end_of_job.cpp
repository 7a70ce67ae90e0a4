// Does a thread that waits for a posted job run other jobs, sleep, or block, as it can?

#include <vigil/pool/end_of_job.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <thread>

namespace vigil {
namespace {

using End = EndOfJob<DefaultParts>;
using PoolWorker = ThreadPool::Worker;

struct Sets : PostedJob<DefaultParts> {
  explicit Sets(End& end) : PostedJob(&run), to_set(end) {}
  static void run(PostedJob& job, PoolWorker&) noexcept { static_cast<Sets&>(job).to_set.set(); }
  End& to_set;
};

TEST(EndOfJob, LetsNobodyWaitForAJobThatHasEnded) {
  End end;
  EXPECT_FALSE(end.probe());
  end.set();
  EXPECT_TRUE(end.probe());
  end.wait(nullptr);
  ThreadPool pool({.workers = 1});
  pool.call([&](PoolWorker& worker) { end.wait(&worker); });
}

TEST(EndOfJob, BlocksAThreadThatIsNoWorkerUntilTheJobHasEnded) {
  for (int i = 0; i != 1'000; ++i) {
    std::optional<End> end(std::in_place);
    int result = 0;
    std::thread job([&] {
      result = 7;
      end->set();
    });
    end->wait(nullptr);
    end.reset();
    EXPECT_EQ(result, 7);
    job.join();
  }
}

TEST(EndOfJob, LetsTheOnlyWorkerRunTheJobThatItWaitsFor) {
  ThreadPool pool({.workers = 1});
  End end;
  Sets job(end);
  pool.call([&](PoolWorker& worker) {
    ASSERT_TRUE(pool.post(job));
    EXPECT_FALSE(end.probe());
    end.wait(&worker);
    EXPECT_TRUE(end.probe());
  });
}

// S-25 in our own code: a worker that waited for a task of C searched for jobs without an end.
TEST(EndOfJob, LetsAWorkerSleepUntilAnotherThreadEndsTheJob) {
  WorkerSet<DefaultParts> pool(1, {.until_sleepy = 0, .until_sleeping = 1}, 16);
  pool.add_worker(0);
  End end;
  struct Waits : PostedJob<DefaultParts> {
    explicit Waits(End& awaited) : PostedJob(&run), end(awaited) {}
    static void run(PostedJob& job, PoolWorker& worker) noexcept {
      static_cast<Waits&>(job).end.wait(&worker);
      worker.stop();
    }
    End& end;
  } waits(end);
  ASSERT_TRUE(waits.post(pool));
  std::thread worker([&] { pool.worker(0).run(); });
  while (pool.sleep().counters().load().sleeping() == 0) std::this_thread::yield();
  EXPECT_FALSE(end.probe());
  end.set();
  worker.join();
}

// The job runs in one pool, and the worker that waits is of another one, which stops as soon as the wait is over.
TEST(EndOfJob, LetsThePoolOfTheWorkerThatWaitedStopAtOnce) {
  ThreadPool far({.workers = 1});
  for (int i = 0; i != 200; ++i) {
    End end;
    Sets job(end);
    std::optional<ThreadPool> near(std::in_place, PoolOptions{.workers = 1, .rounds = {0, 1}});
    near->call([&](PoolWorker& worker) {
      ASSERT_TRUE(far.post(job));
      end.wait(&worker);
    });
    near.reset();
  }
}

}  // namespace
}  // namespace vigil
