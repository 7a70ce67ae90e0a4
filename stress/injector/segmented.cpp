// The segmented injector under real threads that free what they pop, push it again at once, and stop anywhere in
// between.

#include <vigil/injector/segmented.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/ledger.hpp>
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
namespace {

using namespace testing;

// A job with plain data, which the pusher writes and the popper reads: a missing order is a race that ThreadSanitizer
// reports, and a job that was freed too early one that AddressSanitizer does.
struct PlainJob {
  explicit PlainJob(std::uint64_t its_number) : number(its_number), payload{number + 1, number * 3, ~number} {}
  [[nodiscard]] bool is_whole() const {
    return payload == std::array<std::uint64_t, 3>{number + 1, number * 3, ~number};
  }

  std::uint64_t number;
  std::array<std::uint64_t, 3> payload;
};
// With small segments, threads meet at their ends all the time.
template <class Job, std::size_t Capacity>
using Injector = SegmentedInjector<Job, HesitantLayer, kSegmentedOrders, Capacity>;

struct Crowd {
  unsigned pushers;
  unsigned poppers;
  Pinning pinning;
};

std::string name_of(const ::testing::TestParamInfo<Crowd>& info) {
  static constexpr const char* kPinning[] = {"", "PinnedOneEach", "AllOnOne"};
  return std::to_string(info.param.pushers) + "Pushers" + std::to_string(info.param.poppers) + "Poppers" +
         kPinning[static_cast<int>(info.param.pinning)];
}

// One round: pushers leave jobs that poppers take and free.
template <std::size_t Capacity>
class Round {
 public:
  Round(const Crowd& crowd, unsigned number) : crowd_(crowd), seed_(number * std::uint64_t{1000}) {}

  void run() {
    ThreadSet threads(crowd_.pinning);
    threads.add(crowd_.pushers, [this](std::size_t pusher) { push_all(pusher); });
    threads.add(crowd_.poppers, [this](std::size_t popper) { pop_all(popper); });
    threads.run();
  }

  [[nodiscard]] std::string complaint() const {
    if (const auto torn = torn_.load(); torn != 0) return std::to_string(torn) + " jobs came without their data, due 0";
    if (const auto late = late_.load(); late != 0) return std::to_string(late) + " jobs came before older ones, due 0";
    if (injector_.has_jobs()) return "a job was left behind";
    return ledger_.complaint(posted());
  }

 private:
  static constexpr std::uint64_t kJobsEach = 300;

  [[nodiscard]] std::uint64_t posted() const { return crowd_.pushers * kJobsEach; }

  void push_all(std::size_t pusher) {
    RandomDelays delays(seed_ + pusher);
    const std::uint64_t first = pusher * kJobsEach;
    for (std::uint64_t i = 0; i != kJobsEach; ++i) {
      delays.perhaps();
      injector_.leave(*new PlainJob(first + i));
    }
    pushers_at_work_.fetch_sub(1, std::memory_order_release);
  }

  // The jobs of each pusher come to each popper in the order of their pushes.
  void pop_all(std::size_t popper) {
    RandomDelays delays(seed_ + crowd_.pushers + popper);
    std::vector<std::uint64_t> next(crowd_.pushers);
    for (;;) {
      delays.perhaps();
      const bool was_last_check = pushers_at_work_.load(std::memory_order_acquire) == 0;
      const std::unique_ptr<PlainJob> job(injector_.poll());
      if (job == nullptr) {
        if (was_last_check && injector_.is_empty()) return;
        std::this_thread::yield();
        continue;
      }
      if (!job->is_whole()) torn_.fetch_add(1, std::memory_order_relaxed);
      std::uint64_t& due = next[job->number / kJobsEach];
      if (job->number < due) late_.fetch_add(1, std::memory_order_relaxed);
      due = job->number + 1;
      ledger_.page_of(popper).push_back(job->number);
    }
  }

  Injector<PlainJob, Capacity> injector_;
  const Crowd crowd_;
  std::atomic<unsigned> pushers_at_work_{crowd_.pushers};
  const std::uint64_t seed_;
  Ledger ledger_{crowd_.poppers, kJobsEach};
  std::atomic<std::uint64_t> torn_{0};
  std::atomic<std::uint64_t> late_{0};
};

class SegmentedInjectorStress : public ::testing::TestWithParam<Crowd> {};

TEST_P(SegmentedInjectorStress, GivesEveryJobOnceAndInOrderToPoppersThatFreeIt) {
  repeat_for_a_while([](unsigned number) {
    Round<63> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(SegmentedInjectorStress, GivesEveryJobOnceFromSegmentsOfTwo) {
  repeat_for_a_while([](unsigned number) {
    Round<2> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(SegmentedInjectorStress, GivesEveryJobOnceFromSegmentsOfOne) {
  repeat_for_a_while([](unsigned number) {
    Round<1> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

// Few jobs, which all threads pop and push again, so that few segments are used again and again. A thread that finds
// nothing for long leaves, so that a lost job fails the test and does not hang it. Threads that have a job continue.
TEST_P(SegmentedInjectorStress, GivesAJobToOnePopperAtATimeHoweverOftenItComesBack) {
  struct Counted {
    std::uint64_t times_taken = 0;
  };
  static constexpr std::uint64_t kTimes = 400;
  static constexpr unsigned kMostAttempts = 50'000;
  repeat_for_a_while([](unsigned number) {
    const unsigned thread_count = GetParam().pushers + GetParam().poppers;
    std::vector<Counted> jobs(3);
    Injector<Counted, 2> injector;
    std::atomic<std::size_t> at_work{jobs.size()};
    for (Counted& job : jobs) injector.push(job);

    ThreadSet threads(GetParam().pinning);
    threads.add(thread_count, [&](std::size_t thread) {
      RandomDelays delays(number * std::uint64_t{1000} + thread);
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
  });
}

// As many jobs as threads, and one more: a thread that checks before it has its own must see some.
TEST_P(SegmentedInjectorStress, IsNeverEmptyWhileThereIsAJob) {
  repeat_for_a_while([](unsigned number) {
    const unsigned thread_count = GetParam().pushers + GetParam().poppers;
    std::vector<std::unique_ptr<PlainJob>> jobs;
    Injector<PlainJob, 2> injector;
    for (unsigned i = 0; i != thread_count + 1; ++i) {
      jobs.push_back(std::make_unique<PlainJob>(i));
      injector.push(*jobs.back());
    }
    std::atomic<unsigned> misled{0};

    ThreadSet threads(GetParam().pinning);
    threads.add(thread_count, [&](std::size_t thread) {
      RandomDelays delays(number * std::uint64_t{1000} + thread);
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
  });
}

INSTANTIATE_TEST_SUITE_P(Crowds, SegmentedInjectorStress,
                         ::testing::Values(Crowd{1, 1, Pinning::one_each}, Crowd{2, 2, Pinning::none},
                                           Crowd{1, 3, Pinning::all_on_one}, Crowd{4, 4, Pinning::none},
                                           Crowd{12, 4, Pinning::one_each}, Crowd{4, 12, Pinning::none}),
                         name_of);

}  // namespace
}  // namespace vigil::stress
