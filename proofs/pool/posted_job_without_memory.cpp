// Does a pool stop after a worker could not post a job, because there was no memory?

#include <vigil/injector/segmented.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <new>
#include <string>

namespace vigil {
namespace {

// The machine, which may have no memory for the segments of an injector.
struct PoorAtomics : StdAtomics {
  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (is_poor) throw std::bad_alloc();
    return StdAtomics::allocate(bytes, alignment, name);
  }
  static inline std::atomic<bool> is_poor = false;
};
struct PoorParts : PoolParts<PoorAtomics> {
  template <class Job>
  using Injector = SegmentedInjector<Job, PoorAtomics>;
  struct InjectorLink {};
};

struct PoorJob : PostedJob<PoorParts> {
  explicit PoorJob(int& all) : PostedJob<PoorParts>(&run), count(all) {}
  static void run(PostedJob<PoorParts>& job, Worker<PoorParts>&) noexcept { ++static_cast<PoorJob&>(job).count; }
  int& count;
};

TEST(PostedJob, ThatAWorkerCannotLeaveIsNotInsideThePool) {
  const testing::Watchdog watchdog([] { return std::string("the pool waits for a job that was not left"); });
  BasicThreadPool<PoorParts> pool({.workers = 1});
  int count = 0;
  int posted = 0;
  std::deque<PoorJob> jobs;
  pool.call([&] {
    PoorAtomics::is_poor = true;
    try {
      for (;; ++posted) EXPECT_TRUE(pool.post(jobs.emplace_back(count)));
    } catch (const std::bad_alloc&) {
      PoorAtomics::is_poor = false;
    }
  });
  pool.stop();
  EXPECT_EQ(count, posted);
}

}  // namespace
}  // namespace vigil
