// Is each job that is waited for waited for until it has ended, by workers of its own pool, by those of another one,
// and by other threads?

#include <vigil/pool/end_of_job.hpp>
#include <vigil/pool/posted_job.hpp>

#include "pool/pool_parts.hpp"

#include <vigil/testing/duration.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>

namespace vigil::stress {
namespace {

using namespace testing;

// A job that writes plain data. The thread that has waited reads the data, and frees the job.
class Writes : public PostedJob<Parts> {
 public:
  Writes() : PostedJob(&run_it) {}

  // True if what the job did is seen.
  [[nodiscard]] bool wait(PoolWorker* worker) {
    end_.wait(worker);
    return written_ == kWritten;
  }

 private:
  static constexpr std::size_t kWritten = 42;

  static void run_it(PostedJob& job, PoolWorker&) noexcept {
    auto& self = static_cast<Writes&>(job);
    self.written_ = kWritten;
    self.end_.set();
  }

  EndOfJob<Parts> end_;
  std::size_t written_ = 0;
};

// Waits at once, or does something else first, so that the job may end before.
std::size_t lost_by(Pool& pool, PoolWorker* worker, std::size_t jobs) {
  std::size_t lost = 0;
  for (std::size_t i = 0; i != jobs; ++i) {
    auto job = std::make_unique<Writes>();
    EXPECT_TRUE(pool.post(*job));
    for (std::size_t pause = i % 4; pause != 0; --pause) Layer::yield();
    lost += job->wait(worker) ? 0 : 1;
  }
  return lost;
}

TEST(EndOfJob, IsSeenByTheThreadThatWaits) {
  repeat_for_a_while([](unsigned number) {
    constexpr std::size_t kJobs = 300;
    Pool one({.workers = 1 + number % 3, .rounds = kImpatient});
    Pool other({.workers = 1 + number % 2, .rounds = kImpatient});
    const Watchdog watchdog([&] {
      return std::to_string(one.statistics().executed) + " and " + std::to_string(other.statistics().executed) +
             " jobs executed";
    });
    ThreadSet threads;
    threads.add([&] { EXPECT_EQ(lost_by(one, nullptr, kJobs), 0u); });
    threads.add([&] { one.call([&](PoolWorker& worker) { EXPECT_EQ(lost_by(one, &worker, kJobs), 0u); }); });
    threads.add([&] { one.call([&](PoolWorker& worker) { EXPECT_EQ(lost_by(other, &worker, kJobs), 0u); }); });
    threads.add([&] { other.call([&](PoolWorker& worker) { EXPECT_EQ(lost_by(one, &worker, kJobs), 0u); }); });
    threads.run();
  });
}

}  // namespace
}  // namespace vigil::stress
