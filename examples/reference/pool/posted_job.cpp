#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

TEST(PostedJobReference, IsRunBeforeThePoolHasStopped) {
  //! [example]
  using Parts = vigil::DefaultParts;
  struct Write : vigil::PostedJob<Parts> {
    explicit Write(int& where) : PostedJob(&run), target(where) {}
    static void run(PostedJob& job, vigil::Worker<Parts>&) noexcept { static_cast<Write&>(job).target = 7; }
    int& target;
  };

  int written = 0;
  Write job(written);
  vigil::ThreadPool pool;
  EXPECT_TRUE(pool.post(job));
  pool.stop();
  EXPECT_EQ(written, 7);
  EXPECT_FALSE(pool.post(job));
  //! [example]
}
