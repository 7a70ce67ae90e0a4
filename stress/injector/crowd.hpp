#pragma once

#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace vigil::stress {

// A job with plain data, which the pusher writes and the popper reads: a missing order is a race that ThreadSanitizer
// reports, and a job that was freed too early one that AddressSanitizer does. `Node` is what the injector needs of it.
template <class Node>
struct PlainJob : Node {
  explicit PlainJob(std::uint64_t its_number) : number(its_number), payload{number + 1, number * 3, ~number} {}
  [[nodiscard]] bool is_whole() const {
    return payload == std::array<std::uint64_t, 3>{number + 1, number * 3, ~number};
  }

  std::uint64_t number;
  std::array<std::uint64_t, 3> payload;
};

// A job that counts how often it was taken.
template <class Node>
struct CountingJob : Node {
  std::uint64_t times_taken = 0;
};

// The threads around an injector.
struct Crowd {
  unsigned pushers;
  unsigned poppers;
  testing::Pinning pinning;
};

inline std::string name_of(const ::testing::TestParamInfo<Crowd>& info) {
  static constexpr const char* kPinning[] = {"", "PinnedOneEach", "AllOnOne"};
  return std::to_string(info.param.pushers) + "Pushers" + std::to_string(info.param.poppers) + "Poppers" +
         kPinning[static_cast<int>(info.param.pinning)];
}

inline auto crowds() {
  using testing::Pinning;
  return ::testing::Values(Crowd{1, 1, Pinning::one_each}, Crowd{2, 2, Pinning::none}, Crowd{1, 3, Pinning::all_on_one},
                           Crowd{4, 4, Pinning::none}, Crowd{12, 4, Pinning::one_each}, Crowd{4, 12, Pinning::none});
}

// Few jobs, which all threads pop and push again. A thread that finds nothing for long leaves, so that a lost job fails
// the test and does not hang it. Threads that have a job continue.
template <class Job, class Injector>
void give_each_job_to_one_popper_at_a_time(const Crowd& crowd, unsigned number) {
  static constexpr std::uint64_t kTimes = 400;
  static constexpr unsigned kMostAttempts = 50'000;
  std::vector<Job> jobs(3);
  Injector injector;
  std::atomic<std::size_t> at_work{jobs.size()};
  for (Job& job : jobs) injector.push(job);

  testing::ThreadSet threads(crowd.pinning);
  threads.add(crowd.pushers + crowd.poppers, [&](std::size_t thread) {
    testing::RandomDelays delays(number * std::uint64_t{1000} + thread);
    for (unsigned attempt = 0; attempt != kMostAttempts && at_work.load(std::memory_order_relaxed) != 0; ++attempt) {
      delays.perhaps();
      const auto result = injector.pop();
      if (!result.is_success()) {
        std::this_thread::yield();
      } else if (++result.job()->times_taken == kTimes) {
        at_work.fetch_sub(1, std::memory_order_relaxed);
      } else {
        injector.push(*result.job());
      }
    }
  });
  threads.run();

  for (std::size_t i = 0; i != jobs.size(); ++i) {
    ASSERT_EQ(jobs[i].times_taken, kTimes) << "times that job " << i << " was taken";
  }
  ASSERT_TRUE(injector.is_empty());
}

// As many jobs as threads, and one more: a thread that checks before it has its own must see some.
template <class Job, class Injector>
void never_be_empty_while_there_is_a_job(const Crowd& crowd, unsigned number) {
  const unsigned thread_count = crowd.pushers + crowd.poppers;
  std::vector<std::unique_ptr<Job>> jobs;
  Injector injector;
  for (unsigned i = 0; i != thread_count + 1; ++i) {
    jobs.push_back(std::make_unique<Job>(i));
    injector.push(*jobs.back());
  }
  std::atomic<unsigned> misled{0};

  testing::ThreadSet threads(crowd.pinning);
  threads.add(thread_count, [&](std::size_t thread) {
    testing::RandomDelays delays(number * std::uint64_t{1000} + thread);
    for (;;) {
      delays.perhaps();
      if (injector.is_empty()) misled.fetch_add(1, std::memory_order_relaxed);
      const auto result = injector.pop();
      if (result.is_success()) return;
      if (result.is_empty()) {
        misled.fetch_add(1, std::memory_order_relaxed);
        return;
      }
      std::this_thread::yield();
    }
  });
  threads.run();

  ASSERT_EQ(misled.load(), 0U) << "checks that saw no job while there was one";
  ASSERT_TRUE(injector.pop().is_success()) << "one job was due to be left";
  ASSERT_TRUE(injector.is_empty()) << "one job was due to be left, not more";
}

}  // namespace vigil::stress
