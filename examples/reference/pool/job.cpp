#include <vigil/pool/job.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

TEST(JobReference, IsRunByAWorker) {
  //! [example]
  using Parts = vigil::DefaultParts;
  // A job that says on which worker it was run.
  struct Where : vigil::Job<Parts> {
    Where() : Job(&run_here) {}
    static void run_here(Job& job, vigil::Worker<Parts>& worker) noexcept {
      static_cast<Where&>(job).index = static_cast<int>(worker.index());
    }
    int index = -1;
  };

  vigil::ThreadPool pool({.workers = 1});
  const int index = pool.call([](vigil::Worker<Parts>& worker) {
    Where job;
    worker.push(job);
    EXPECT_TRUE(worker.run_one());
    return job.index;
  });
  EXPECT_EQ(index, 0);
  //! [example]
}
