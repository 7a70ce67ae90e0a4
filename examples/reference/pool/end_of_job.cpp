#include <vigil/pool/end_of_job.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

TEST(EndOfJobReference, IsWaitedForByTheThreadThatNeedsTheResult) {
  //! [example]
  using Parts = vigil::DefaultParts;
  struct Write : vigil::PostedJob<Parts> {
    Write() : PostedJob(&run) {}
    static void run(PostedJob& job, vigil::Worker<Parts>&) noexcept {
      auto& self = static_cast<Write&>(job);
      self.written = 7;
      self.end.set();  // The last access: the thread that waits may free the job.
    }
    int written = 0;
    vigil::EndOfJob<Parts> end;
  };

  vigil::ThreadPool pool;
  Write job;
  EXPECT_TRUE(pool.post(job));
  job.end.wait(pool.current());  // Null on this thread, which is no worker: it blocks.
  EXPECT_EQ(job.written, 7);
  //! [example]
}
