// Can what several threads saw of one injector be explained by one thread that did the same calls in some order?

#include <vigil/atomics/hesitant_atomics.hpp>
#include <vigil/injector/segmented.hpp>
#include <vigil/injector/treiber.hpp>
#include <vigil/linearizability/clocked_recorder.hpp>

#include <vigil/testing/expect_linearizable.hpp>
#include <vigil/testing/sometimes_yields.hpp>

#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <cstddef>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace vigil {
namespace {

using linearizability::JobCall;

constexpr unsigned kThreads = 3;
constexpr int kCallsEach = 12;
constexpr int kJobsEach = 2;
constexpr std::size_t kHistories = 1000;

using Hesitant = HesitantAtomics<testing::SometimesYields>;

struct NumberedJob : InjectorNode<Hesitant> {
  int number = 0;
};

using Stack = TreiberInjector<NumberedJob, Hesitant>;
// Of small segments, so that each history comes to the ends of several.
using Queue = SegmentedInjector<NumberedJob, Hesitant, kSegmentedOrders, 2>;

// One injector, its jobs, and what was seen of it. A job is known by the number of its push: the same few objects come
// round again and again.
template <class Injector>
class Trial {
 public:
  Trial() {
    for (unsigned thread = 0; thread != kThreads; ++thread) {
      for (auto& job : jobs_[thread]) free_[thread].push_back(&job);
    }
  }

  void push(unsigned thread, int number) {
    NumberedJob& job = *free_[thread].back();
    free_[thread].pop_back();
    job.number = number;
    recorder_.record(thread, [&] {
      injector_.push(job);
      return JobCall::push(number);
    });
  }
  void pop(unsigned thread) {
    recorder_.record(thread, [&] {
      const auto result = injector_.pop();
      if (!result.is_success()) return JobCall::pop(result.status());
      free_[thread].push_back(result.job());
      return JobCall::pop(StealStatus::success, result.job()->number);
    });
  }
  [[nodiscard]] bool has_free_job(unsigned thread) const { return !free_[thread].empty(); }
  [[nodiscard]] linearizability::JobHistory history() const { return recorder_.history(); }

 private:
  std::array<std::array<NumberedJob, kJobsEach>, kThreads> jobs_;
  std::array<std::vector<NumberedJob*>, kThreads> free_;
  Injector injector_;
  linearizability::ClockedRecorder<JobCall> recorder_{kThreads};
};

template <class Injector>
using Trials = std::vector<std::unique_ptr<Trial<Injector>>>;

// Every trial is used by all threads at the same time, and by none after the next one has begun.
template <class Injector>
Trials<Injector> concurrent_trials() {
  Trials<Injector> trials;
  for (std::size_t i = 0; i != kHistories; ++i) trials.push_back(std::make_unique<Trial<Injector>>());
  std::barrier together(kThreads);
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread != kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      std::mt19937 random(19860101 + thread);
      for (auto& trial : trials) {
        together.arrive_and_wait();
        for (int call = 0; call != kCallsEach; ++call) {
          if (trial->has_free_job(thread) && random() % 2 == 0) {
            trial->push(thread, static_cast<int>(thread) * kCallsEach + call);
          } else {
            trial->pop(thread);
          }
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  return trials;
}

TEST(TreiberInjector, WhatThreadsSeeOfItIsWhatASequentialStackCouldHaveSaid) {
  testing::expect_linearizable<linearizability::StackSpec>(concurrent_trials<Stack>());
}

TEST(SegmentedInjector, WhatThreadsSeeOfItIsWhatASequentialQueueCouldHaveSaid) {
  testing::expect_linearizable<linearizability::PlacedQueueSpec>(concurrent_trials<Queue>());
}

}  // namespace
}  // namespace vigil
