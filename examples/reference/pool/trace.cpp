#include <vigil/parallel/parallel_for.hpp>
#include <vigil/pool/trace.hpp>

#include <gtest/gtest.h>

#include <string>

TEST(TraceReference, ShowsWhatTheWorkersDid) {
  //! [example]
  vigil::Trace trace(2);
  {
    vigil::ThreadPool pool({.workers = 2, .observer = &trace});
    vigil::parallel_for(pool, 100, [&](vigil::ThreadPool::Worker& worker, int) {
      const vigil::Trace::Mark mark(trace, worker.index(), "step");
    });
  }
  const std::string for_the_viewer = trace.json();
  //! [example]
  EXPECT_NE(for_the_viewer.find(R"("name":"step")"), std::string::npos);
  EXPECT_NE(for_the_viewer.find(R"("name":"search")"), std::string::npos);
}
