// Does a pool work whose parts have the injector of segments: oldest job first, and an error if there is no memory?

#include <vigil/injector/segmented.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace vigil {
namespace {

// The machine, which may have no memory for the segments of an injector.
struct ScarceAtomics : StdAtomics {
  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (is_scarce) throw std::bad_alloc();
    return StdAtomics::allocate(bytes, alignment, name);
  }
  static inline std::atomic<bool> is_scarce = false;
};

struct FifoParts : PoolParts<ScarceAtomics> {
  template <class Job>
  using Injector = SegmentedInjector<Job, ScarceAtomics>;
  struct InjectorLink {};
};
static_assert(sizeof(InjectedJob<FifoParts>) == sizeof(Job<FifoParts>), "segments need no link in the job");

// A pool whose only worker is held up, and jobs that write their numbers.
template <class Parts>
class HeldUp {
 public:
  HeldUp() {
    EXPECT_TRUE(pool.post(holding_));
    is_held_.wait(false);
  }
  ~HeldUp() { release(); }

  bool post(int number) { return pool.post(jobs_.emplace_back(*this, number)); }
  // Until there is no memory for one more. How many were posted.
  int post_until_there_is_no_memory() {
    for (int number = 0;; ++number) {
      try {
        EXPECT_TRUE(post(number));
      } catch (const std::bad_alloc&) {
        return number;
      }
    }
  }
  void release() {
    is_released_ = true;
    is_released_.notify_one();
  }

  std::vector<int> log;

 private:
  struct Posted : PostedJob<Parts> {
    explicit Posted(HeldUp& whose, int its_number = -1) : PostedJob<Parts>(&run), all(whose), number(its_number) {}
    static void run(PostedJob<Parts>& job, Worker<Parts>&) noexcept {
      auto& self = static_cast<Posted&>(job);
      self.number < 0 ? self.all.hold() : self.all.log.push_back(self.number);
    }
    HeldUp& all;
    int number;
  };

  void hold() {
    is_held_ = true;
    is_held_.notify_one();
    is_released_.wait(false);
  }

  std::atomic<bool> is_held_ = false;
  std::atomic<bool> is_released_ = false;
  Posted holding_{*this};
  std::deque<Posted> jobs_;

 public:
  BasicThreadPool<Parts> pool{{.workers = 1}};
};

std::vector<int> numbers(int first, int step, int count) {
  std::vector<int> result;
  for (int i = 0; i != count; ++i) result.push_back(first + i * step);
  return result;
}

template <class Parts>
std::vector<int> ran_of(int jobs) {
  HeldUp<Parts> held;
  for (int number = 0; number != jobs; ++number) EXPECT_TRUE(held.post(number));
  held.release();
  held.pool.stop();
  return held.log;
}

TEST(ThreadPool, RunsTheOldestPostedJobFirstIfItsInjectorIsAQueue) {
  EXPECT_EQ(ran_of<FifoParts>(1'000), numbers(0, 1, 1'000));
  EXPECT_EQ(ran_of<PriorityParts<FifoParts>>(1'000), numbers(0, 1, 1'000));
}

TEST(ThreadPool, RunsTheNewestPostedJobFirstAsItShips) {
  EXPECT_EQ(ran_of<DefaultParts>(1'000), numbers(999, -1, 1'000));
}

TEST(ThreadPool, LeavesNoCallerInsideIfItsInjectorHasNoMemory) {
  const testing::Watchdog watchdog([] { return std::string("a pool waits for a job that was not left"); });
  HeldUp<FifoParts> held;
  ScarceAtomics::is_scarce = true;
  const int posted = held.post_until_there_is_no_memory();
  bool is_made = false;
  EXPECT_THROW(held.pool.call([&] { is_made = true; }), std::bad_alloc);
  ScarceAtomics::is_scarce = false;

  EXPECT_TRUE(held.post(posted + 1)) << "there is memory again";
  held.release();
  EXPECT_EQ(held.pool.call([] { return 7; }), 7);
  held.pool.stop();
  EXPECT_FALSE(is_made);
  std::vector<int> due = numbers(0, 1, posted);
  due.push_back(posted + 1);
  EXPECT_EQ(held.log, due) << "all but the job that was not left";
}

// Its call goes to a queue that allocates nothing.
TEST(ThreadPool, IsCalledByTheWorkerOfAnotherAlthoughItsInjectorHasNoMemory) {
  HeldUp<FifoParts> held;
  BasicThreadPool<FifoParts> other({.workers = 1});
  ScarceAtomics::is_scarce = true;
  (void)held.post_until_there_is_no_memory();
  const int result = other.call([&] {
    held.release();
    return held.pool.call([] { return 7; });
  });
  ScarceAtomics::is_scarce = false;
  EXPECT_EQ(result, 7);
}

TEST(ThreadPool, IsNotMadeIfItsInjectorHasNoMemory) {
  ScarceAtomics::is_scarce = true;
  EXPECT_THROW(BasicThreadPool<FifoParts>({.workers = 1}), std::bad_alloc);
  ScarceAtomics::is_scarce = false;
}

}  // namespace
}  // namespace vigil
