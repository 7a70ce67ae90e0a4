#include <vigil/linearizability/clocked_recorder.hpp>
#include <vigil/linearizability/jobs.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

//! [example]
TEST(ClockedRecorderReference, RecordsWhatEachThreadCalled) {
  using namespace vigil::linearizability;
  std::atomic<int> slot{-1};  // has room for one job
  ClockedRecorder<JobCall> recorder(2);

  std::thread producer([&] {
    recorder.record(0, [&] {
      slot.store(7);
      return JobCall::push(7);
    });
  });
  recorder.record(1, [&] {
    const int job = slot.exchange(-1);
    return job == -1 ? JobCall::pop(vigil::StealStatus::empty) : JobCall::pop(vigil::StealStatus::success, job);
  });
  producer.join();

  EXPECT_EQ(recorder.calls().size(), 2U);
  EXPECT_TRUE(linearize<QueueSpec>(recorder.history()).exists);
}
//! [example]
