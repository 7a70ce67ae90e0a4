// Each job that was pushed is popped once, by a thread that sees what its pusher wrote.

#include "bare/rounds.hpp"

#include <vigil/injector/priority.hpp>
#include <vigil/injector/segmented.hpp>
#include <vigil/injector/treiber.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace vigil::bare::injectors {
namespace {

constexpr std::size_t kPushers = 2;
constexpr std::size_t kPoppers = 2;
constexpr std::size_t kJobsEach = 300;

struct Job : InjectorNode<> {
  std::size_t number = 0;
  int runs = 0;
  [[nodiscard]] std::size_t level() const { return number % 3; }
};

template <class Injector>
void each_job_is_popped_once() {
  repeat_for_a_while([] {
    std::array<Job, kPushers * kJobsEach> jobs;
    Injector injector;
    std::atomic<std::ptrdiff_t> left = static_cast<std::ptrdiff_t>(jobs.size());  // below 0 if one ran twice
    std::atomic<std::size_t> sum = 0;
    in_threads(kPushers + kPoppers, [&](std::size_t thread) {
      if (thread < kPushers) {
        for (std::size_t i = thread; i < jobs.size(); i += kPushers) {
          jobs[i].number = i;
          injector.push(jobs[i]);
        }
        return;
      }
      while (left.load(std::memory_order_relaxed) > 0) {
        const auto popped = injector.pop();
        if (!popped.is_success()) continue;
        ++popped.job()->runs;
        sum.fetch_add(popped.job()->number, std::memory_order_relaxed);
        left.fetch_sub(1, std::memory_order_relaxed);
      }
    });
    for (const Job& job : jobs) ASSERT_EQ(job.runs, 1) << "job " << job.number;
    ASSERT_EQ(sum.load(), jobs.size() * (jobs.size() - 1) / 2);
    ASSERT_FALSE(injector.has_jobs());
  });
}

TEST(BareTreiberInjector, GivesEachJobOnce) { each_job_is_popped_once<TreiberInjector<Job>>(); }

TEST(BareSegmentedInjector, GivesEachJobOnce) { each_job_is_popped_once<SegmentedInjector<Job>>(); }

TEST(BarePriorityInjector, GivesEachJobOnce) {
  each_job_is_popped_once<PriorityInjector<Job, TreiberInjector<Job>, 3>>();
}

}  // namespace
}  // namespace vigil::bare::injectors
