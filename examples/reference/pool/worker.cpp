#include <vigil/pool/thread_pool.hpp>
#include <vigil/pool/worker.hpp>

#include <gtest/gtest.h>

#include <atomic>

TEST(WorkerReference, RunsOtherJobsWhileItWaits) {
  //! [example]
  using Worker = vigil::ThreadPool::Worker;
  vigil::ThreadPool pool({.workers = 1});
  EXPECT_EQ(Worker::current(), nullptr);

  pool.call([](Worker& worker) {
    EXPECT_EQ(Worker::current(), &worker);
    std::atomic<bool> is_done{false};
    const auto poll = [&] {
      // The only worker would poll forever if it did not run the other branch itself.
      while (!is_done.load(std::memory_order_relaxed)) worker.run_one();
    };
    vigil::join(worker, poll, [&] { is_done.store(true, std::memory_order_relaxed); });
  });
  //! [example]
}
