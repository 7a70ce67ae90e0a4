#include <vigil/linearizability/clocked_recorder.hpp>
#include <vigil/linearizability/jobs.hpp>
#include <vigil/testing/histories.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <mutex>
#include <optional>
#include <queue>

namespace {

//! [example]
using vigil::linearizability::ClockedRecorder;
using vigil::linearizability::JobCall;

// A queue of one's own.
class LockedQueue {
 public:
  void push(int job) {
    const std::lock_guard lock(mutex_);
    jobs_.push(job);
  }
  std::optional<int> pop() {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty()) return std::nullopt;
    const int job = jobs_.front();
    jobs_.pop();
    return job;
  }

 private:
  std::mutex mutex_;
  std::queue<int> jobs_;
};

// Two threads push three jobs and pop three times each; in the end the queue is emptied.
vigil::linearizability::JobHistory record(unsigned number) {
  LockedQueue queue;
  ClockedRecorder<JobCall> recorder(2);
  const auto pop = [&](unsigned thread) {
    return recorder.record(thread, [&] {
      const auto job = queue.pop();
      return JobCall::pop(job ? vigil::StealStatus::success : vigil::StealStatus::empty, job.value_or(0));
    });
  };
  vigil::testing::ThreadSet threads;
  threads.add(2, [&](std::size_t index) {
    const auto thread = static_cast<unsigned>(index);
    vigil::testing::RandomDelays delays(number * 2 + thread);
    for (int i = 0; i != 3; ++i) {
      delays.perhaps();
      recorder.record(thread, [&] {
        const int job = static_cast<int>(thread) * 3 + i;
        queue.push(job);
        return JobCall::push(job);
      });
      pop(thread);
    }
  });
  threads.run();
  while (pop(0).takes()) {
  }
  return recorder.history();
}

TEST(HistoriesReference, OfAQueueAreThoseOfAQueue) {
  using namespace vigil::linearizability;
  EXPECT_EQ(vigil::testing::complaint_about_histories<QueueSpec>(record), "");
}
//! [example]

TEST(HistoriesReference, OfAQueueAreNotThoseOfAStack) {
  using namespace vigil::linearizability;
  const auto one_after_the_other = [](unsigned) {
    return JobHistory{{JobCall::push(0), 0, 0},
                      {JobCall::push(1), 0, only(0)},
                      {JobCall::pop(vigil::StealStatus::success, 0), 0, only(0) | only(1)},
                      {JobCall::pop(vigil::StealStatus::success, 1), 0, only(0) | only(1) | only(2)}};
  };
  EXPECT_TRUE(vigil::testing::complaint_about_histories<StackSpec>(one_after_the_other)
                  .starts_with("calls_have_an_order: no explanation goes further than: push 0; push 1; \n"));
}

}  // namespace
