// Has a pool run its jobs when it ends, do all threads that stop it return, and does only one join its threads?

#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>

namespace vigil {
namespace {

// Says when a worker has been told to stop.
struct WatchedSleep : Sleep<StdAtomics> {
  using Sleep<StdAtomics>::Sleep;
  template <class Latch>
  void set_latch(Latch& latch, std::size_t owner) {
    Sleep<StdAtomics>::set_latch(latch, owner);
    is_told = true;
  }
  static inline std::atomic<bool> is_told = false;
};

struct WatchedParts : PoolParts<StdAtomics> {
  using Sleep = WatchedSleep;
};

struct LastJob : PostedJob<WatchedParts> {
  LastJob()
      : PostedJob([](PostedJob& job, Worker<WatchedParts>&) noexcept { static_cast<LastJob&>(job).has_run = true; }) {}
  bool has_run = false;
};

// Leaves a job to its own pool, and lasts until the pool refuses callers or stops its worker.
struct LastsUntilTheEnd : PostedJob<WatchedParts> {
  explicit LastsUntilTheEnd(LastJob& to_leave) : PostedJob(&run), left(to_leave) {}
  static void run(PostedJob& job, Worker<WatchedParts>& worker) noexcept {
    WorkerSet<WatchedParts>& worker_set = worker.worker_set();
    (void)static_cast<LastsUntilTheEnd&>(job).left.post(worker_set);
    while (!WatchedSleep::is_told && worker_set.admission().enter()) {
      worker_set.admission().leave();
      std::this_thread::yield();
    }
  }
  LastJob& left;
};

TEST(ThreadPool, HasRunItsJobsWhenItIsDestroyed) {
  WatchedSleep::is_told = false;
  LastJob last;
  LastsUntilTheEnd first(last);
  {
    BasicThreadPool<WatchedParts> pool({.workers = 1});
    ASSERT_TRUE(pool.post(first));
  }
  EXPECT_TRUE(last.has_run);
}

// A layer in which a thread may say that it is about to lock a mutex.
struct AnnouncedLocks : StdAtomics {
  static inline thread_local std::atomic<bool>* comes_to_mutex = nullptr;

  static void say(std::atomic<bool>& what) {
    what = true;
    what.notify_all();
  }

  class mutex : public StdAtomics::mutex {
   public:
    explicit mutex(Name /*name*/ = {}) {}
    void lock() {
      if (comes_to_mutex != nullptr) say(*comes_to_mutex);
      StdAtomics::mutex::lock();
    }
  };
};

// A thread of a pool that a second thread stops while the first one joins. The join goes on when the second one waits
// for a mutex, or joins too.
struct StoppedAgain : PoolThread<AnnouncedLocks> {
  using PoolThread<AnnouncedLocks>::PoolThread;

  static inline std::function<void()> stop_again;
  static inline std::thread second;
  static inline std::atomic<bool> second_has_come = false;
  static inline std::atomic<int> joins = 0;

  void join() {
    if (++joins != 1) return AnnouncedLocks::say(second_has_come);
    second = std::thread([] {
      AnnouncedLocks::comes_to_mutex = &second_has_come;
      stop_again();
    });
    second_has_come.wait(false);
    PoolThread<AnnouncedLocks>::join();
  }
};

struct StoppedAgainParts : PoolParts<AnnouncedLocks> {
  using Thread = StoppedAgain;
};

TEST(ThreadPool, JoinsItsThreadsOnceIfTwoThreadsStopIt) {
  StoppedAgain::second_has_come = false;
  StoppedAgain::joins = 0;
  BasicThreadPool<StoppedAgainParts> pool({.workers = 1});
  StoppedAgain::stop_again = [&pool] { pool.stop(); };
  pool.stop();
  StoppedAgain::second.join();
  EXPECT_EQ(StoppedAgain::joins, 1);
}

// A layer that counts the threads that have come to block on an atomic.
struct CountedWaits : StdAtomics {
  static inline std::atomic<int> waits = 0;

  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    void wait(T old, std::memory_order order) const noexcept {
      ++waits;
      waits.notify_all();
      StdAtomics::atomic<T>::wait(old, order);
    }
  };
};

using CountedParts = PoolParts<CountedWaits>;

// Lasts until two threads have come to block.
struct LastsUntilTwoBlock : PostedJob<CountedParts> {
  LastsUntilTwoBlock() : PostedJob(&run) {}
  static void run(PostedJob& /*job*/, Worker<CountedParts>& /*worker*/) noexcept {
    for (int waits = 0; (waits = CountedWaits::waits) < 2;) CountedWaits::waits.wait(waits);
  }
};

TEST(ThreadPool, EachThreadThatStopsItReturnsWhenAJobHasEnded) {
  CountedWaits::waits = 0;
  LastsUntilTwoBlock job;
  BasicThreadPool<CountedParts> pool({.workers = 1});
  ASSERT_TRUE(pool.post(job));
  std::thread other([&pool] { pool.stop(); });
  pool.stop();
  other.join();
  EXPECT_GE(CountedWaits::waits, 2);
}

}  // namespace
}  // namespace vigil
