// Do jobs that call another pool lie above each other only as far as the options allow, and does the first one end
// soon?

#include "pool/pool_parts.hpp"

#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <string>

namespace vigil::stress {
namespace {

using namespace testing;

constexpr std::size_t kJobs = 20'000;

// How many of the jobs lie on the stack of this thread.
thread_local std::size_t depth = 0;

// Jobs that each call another pool, left to one pool at once.
class JobsThatCall {
 public:
  struct Seen {
    std::size_t most_nested = 0;       // the most jobs that lay on one stack
    std::size_t begun_before_end = 0;  // how many had begun when the first of them ended
  };

  JobsThatCall(Pool& near, Pool& far) : near_(near), far_(far), jobs_(kJobs) {
    for (Caller& job : jobs_) job.all = this;
  }

  Seen run() {
    for (Caller& job : jobs_)
      if (!near_.post(job)) ADD_FAILURE() << "a pool that was not stopped refused a job";
    near_.stop();
    EXPECT_EQ(ended_.load(), kJobs);
    return {most_nested_.load(), begun_before_end_.load()};
  }

 private:
  struct Caller : PostedJob<Parts> {
    Caller() : PostedJob<Parts>(&run_one) {}
    JobsThatCall* all = nullptr;
  };

  static void run_one(PostedJob<Parts>& job, Worker<Parts>&) noexcept {
    JobsThatCall& all = *static_cast<Caller&>(job).all;
    const bool is_first = all.begun_.fetch_add(1) == 0;
    ++depth;
    std::size_t most = all.most_nested_.load();
    while (most < depth && !all.most_nested_.compare_exchange_weak(most, depth)) continue;
    all.far_.call([] {});
    --depth;
    if (is_first) all.begun_before_end_ = all.begun_.load();
    ++all.ended_;
  }

  Pool& near_;
  Pool& far_;
  std::deque<Caller> jobs_;
  std::atomic<std::size_t> begun_ = 0;
  std::atomic<std::size_t> ended_ = 0;
  std::atomic<std::size_t> most_nested_ = 0;
  std::atomic<std::size_t> begun_before_end_ = 0;
};

JobsThatCall::Seen run_with(std::size_t workers, std::size_t nested_calls) {
  Pool far({.workers = 1, .rounds = kImpatient});
  Pool near({.workers = workers, .rounds = kImpatient, .nested_calls = nested_calls});
  const Watchdog watchdog([&near] { return std::to_string(near.statistics().executed) + " jobs executed"; });
  JobsThatCall jobs(near, far);
  return jobs.run();
}

TEST(NestedCalls, LieAboveEachOtherOnlyAsFarAsTheOptionsSay) {
  for (const std::size_t workers : {1U, 3U})
    for (const std::size_t nested_calls : {0U, 1U, 16U})
      EXPECT_LE(run_with(workers, nested_calls).most_nested, nested_calls + 1)
          << workers << " workers, " << nested_calls << " nested calls";
}

// The one worker of the other pool makes the oldest call first. So the first job ends when those above it have made
// theirs, however many more are posted.
TEST(NestedCalls, LetTheFirstJobEndBeforeManyOthersBegin) {
  for (const std::size_t nested_calls : {0U, 1U, 16U})
    EXPECT_LE(run_with(1, nested_calls).begun_before_end, nested_calls + 1) << nested_calls << " nested calls";
}

// Two pools of one worker, in which each job calls the other pool, and each of these calls calls back.
TEST(NestedCalls, OfPoolsThatCallEachOtherEnd) {
  for (const std::size_t nested_calls : {0U, 1U, 16U}) {
    Pool one({.workers = 1, .rounds = kImpatient, .nested_calls = nested_calls});
    Pool other({.workers = 1, .rounds = kImpatient, .nested_calls = nested_calls});
    const Watchdog watchdog([&one] { return std::to_string(one.statistics().executed) + " jobs executed"; });
    std::atomic<std::size_t> innermost = 0;
    struct Mutual : PostedJob<Parts> {
      Mutual() : PostedJob<Parts>(&run_one) {}
      static void run_one(PostedJob<Parts>& job, Worker<Parts>&) noexcept {
        auto& self = static_cast<Mutual&>(job);
        self.there->call([&] { self.here->call([&] { self.there->call([&] { ++*self.innermost; }); }); });
        self.left->fetch_sub(1);
      }
      Pool* here = nullptr;
      Pool* there = nullptr;
      std::atomic<std::size_t>* innermost = nullptr;
      std::atomic<std::size_t>* left = nullptr;
    };
    constexpr std::size_t kEach = 1000;
    std::deque<Mutual> jobs(2 * kEach);
    std::atomic<std::size_t> left = jobs.size();
    for (std::size_t i = 0; Mutual & job : jobs) {
      job.here = i % 2 == 0 ? &one : &other;
      job.there = i % 2 == 0 ? &other : &one;
      job.innermost = &innermost;
      job.left = &left;
      ASSERT_TRUE(job.here->post(job));
      ++i;
    }
    while (left != 0) Layer::yield();
    EXPECT_EQ(innermost, 2 * kEach) << nested_calls << " nested calls";
  }
}

}  // namespace
}  // namespace vigil::stress
