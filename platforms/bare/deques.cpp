// Each job of a deque is taken once, and its taker sees what its owner wrote.

#include "bare/rounds.hpp"

#include <vigil/deque/chase_lev.hpp>
#include <vigil/deque/split.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <thread>

namespace vigil::bare::deques {
namespace {

constexpr std::size_t kJobs = 500;
constexpr std::size_t kThieves = 2;

struct Payload {
  std::size_t number = 0;
  int runs = 0;
};

TEST(BareChaseLevDeque, GivesEachJobToOneThread) {
  repeat_for_a_while([] {
    std::array<Payload, kJobs> jobs;
    std::array<std::size_t, kThieves + 1> sums{};
    ChaseLevDeque<Payload*> deque(2);  // grows
    std::atomic<bool> done = false;
    const auto run = [&](Payload* job, std::size_t taker) {
      ++job->runs;
      sums[taker] += job->number;
    };
    in_threads(kThieves + 1, [&](std::size_t thread) {
      if (thread != kThieves) {
        while (!done.load(std::memory_order_relaxed)) {
          if (const auto stolen = deque.steal(); stolen.is_success()) run(stolen.job(), thread);
        }
        return;
      }
      for (std::size_t i = 0; i != kJobs; ++i) {
        jobs[i].number = i;
        deque.push(&jobs[i]);
        if (i % 3 != 0) continue;
        if (const auto job = deque.pop()) run(*job, thread);
      }
      while (const auto job = deque.pop()) run(*job, thread);
      done.store(true, std::memory_order_relaxed);
    });
    for (const Payload& job : jobs) ASSERT_EQ(job.runs, 1) << "job " << job.number;
    ASSERT_EQ(sums[0] + sums[1] + sums[2], kJobs * (kJobs - 1) / 2);
  });
}

TEST(BareSplitDeque, GivesEachJobToOneThread) {
  struct Job {
    std::size_t number;
    std::size_t sum;  // its square, if it ran once
  };
  using Deque = SplitDeque<Job>;
  repeat_for_a_while([] {
    Deque deque;
    std::atomic<bool> done = false;
    std::size_t sum = 0;
    in_threads(kThieves + 1, [&](std::size_t thread) {
      if (thread != kThieves) {
        while (!done.load(std::memory_order_relaxed)) {
          const auto stolen = deque.steal();
          if (!stolen.is_success()) continue;
          Job& job = stolen.job()->job();
          job.sum += job.number * job.number;
          deque.finish(stolen.job(), Deque::kReturned);
        }
        return;
      }
      for (std::size_t i = 0; i != kJobs; ++i) {
        auto* const next = deque.first();
        next->emplace(i, std::size_t{0});
        deque.push(next);
        if (i % 2 == 0) std::this_thread::yield();
        if (deque.pop(next)) {
          sum += i * i;
          continue;
        }
        while (deque.state(next) != Deque::kReturned) std::this_thread::yield();
        deque.retire(next);
        sum += next->job().sum;
      }
      done.store(true, std::memory_order_relaxed);
    });
    ASSERT_EQ(sum, (kJobs - 1) * kJobs * (2 * kJobs - 1) / 6);
  });
}

}  // namespace
}  // namespace vigil::bare::deques
