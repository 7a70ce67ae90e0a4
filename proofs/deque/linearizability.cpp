// Are the results of an owner and its thieves linearizable? One thread that makes the same calls in some order must get
// the same results.

#include <vigil/atomics/hesitant_atomics.hpp>
#include <vigil/deque/chase_lev.hpp>
#include <vigil/linearizability/clocked_recorder.hpp>

#include <vigil/testing/expect_linearizable.hpp>
#include <vigil/testing/sometimes_yields.hpp>

#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace vigil {
namespace {

using linearizability::JobCall;

constexpr unsigned kThieves = 2;
constexpr unsigned kOwner = kThieves;
constexpr int kOwnerCalls = 14;
constexpr int kThiefCalls = 7;
constexpr std::size_t kHistories = 1000;

using Hesitant = HesitantAtomics<testing::SometimesYields>;

// One deque and its history.
class Trial {
 public:
  explicit Trial(std::size_t capacity, std::uint64_t first_index) : deque_(capacity, first_index) {}

  void push(int job) {
    recorder_.record(kOwner, [&] {
      deque_.push(job);
      return JobCall::push(job);
    });
  }
  void pop() {
    recorder_.record(kOwner, [&] {
      const auto job = deque_.pop();
      return job ? JobCall::pop(StealStatus::success, *job) : JobCall::pop(StealStatus::empty);
    });
  }
  void steal(unsigned thief) {
    recorder_.record(thief, [&] {
      const auto result = deque_.steal();
      return JobCall::steal(result.status(), result.is_success() ? result.job() : 0);
    });
  }
  [[nodiscard]] linearizability::JobHistory history() const { return recorder_.history(); }

 private:
  ChaseLevDeque<int, Hesitant> deque_;
  linearizability::ClockedRecorder<JobCall> recorder_{kThieves + 1};
};

using Trials = std::vector<std::unique_ptr<Trial>>;

void run_owner(Trial& trial, std::mt19937& random) {
  int next_job = 1;
  for (int call = 0; call != kOwnerCalls; ++call) {
    if (random() % 2 == 0) {
      trial.push(next_job++);
    } else {
      trial.pop();
    }
  }
}

// All threads use a trial at the same time. No thread uses it after the next trial has begun.
void run(Trials& trials) {
  std::barrier together(kThieves + 1);
  std::vector<std::thread> thieves;
  for (unsigned thief = 0; thief != kThieves; ++thief) {
    thieves.emplace_back([&, thief] {
      for (auto& trial : trials) {
        together.arrive_and_wait();
        for (int call = 0; call != kThiefCalls; ++call) trial->steal(thief);
      }
    });
  }
  std::mt19937 random(20130223);
  for (auto& trial : trials) {
    together.arrive_and_wait();
    run_owner(*trial, random);
  }
  for (auto& thief : thieves) thief.join();
}

Trials concurrent_trials() {
  Trials trials;
  for (std::size_t i = 0; i != kHistories; ++i) {
    const std::size_t capacity = std::size_t{1} << i % 3;
    trials.push_back(std::make_unique<Trial>(capacity, std::uint64_t{0} - i % 5));
  }
  run(trials);
  return trials;
}

TEST(ChaseLevDeque, WhatThreadsSeeOfItIsWhatASequentialDequeCouldHaveSaid) {
  testing::expect_linearizable<linearizability::DequeSpec>(concurrent_trials());
}

}  // namespace
}  // namespace vigil
