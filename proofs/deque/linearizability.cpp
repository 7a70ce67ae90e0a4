// Can what an owner and its thieves saw of one deque be explained by one thread that did the same calls in some order?

#include <vigil/atomics/std_atomics.hpp>
#include <vigil/deque/chase_lev.hpp>

#include "support/history_recorder.hpp"
#include "support/job_history.hpp"
#include "support/linearizability.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace vigil {
namespace {

using proofs::JobCall;

constexpr unsigned kThieves = 2;
constexpr unsigned kOwner = kThieves;
constexpr int kOwnerCalls = 14;
constexpr int kThiefCalls = 7;
constexpr std::size_t kHistories = 1000;

// The machine, which gives its processor up before some of the steps: calls as short as these would otherwise run one
// after the other and never meet.
struct HesitantAtomics : StdAtomics {
  static void hesitate() {
    thread_local std::minstd_rand random(
        static_cast<unsigned>(std::hash<std::thread::id>()(std::this_thread::get_id())));
    if (random() / 64 % 4 == 0) std::this_thread::yield();
  }

  template <class T>
  class atomic : StdAtomics::atomic<T> {
    using Base = StdAtomics::atomic<T>;

   public:
    atomic() = default;
    explicit atomic(T value) : Base(value) {}
    T load(std::memory_order order) const {
      hesitate();
      return Base::load(order);
    }
    void store(T value, std::memory_order order) {
      hesitate();
      Base::store(value, order);
    }
    T exchange(T value, std::memory_order order) {
      hesitate();
      return Base::exchange(value, order);
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      hesitate();
      return Base::compare_exchange_strong(expected, desired, success, failure);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      hesitate();
      return Base::compare_exchange_weak(expected, desired, success, failure);
    }
    using Base::fetch_add;
    using Base::fetch_and;
    using Base::fetch_or;
    using Base::fetch_sub;
  };
};

// One deque and what was seen of it.
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
  [[nodiscard]] proofs::JobHistory history() const { return recorder_.history(); }

 private:
  ChaseLevDeque<int, HesitantAtomics> deque_;
  proofs::HistoryRecorder<JobCall> recorder_{kThieves + 1};
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

// Every trial is used by all threads at the same time, and by none after the next one has begun.
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
  std::size_t overlapping = 0;
  for (const auto& trial : concurrent_trials()) {
    const auto history = trial->history();
    const auto linearization = proofs::linearize<proofs::DequeSpec>(history);
    ASSERT_TRUE(linearization.exists) << proofs::describe(history, linearization);
    ASSERT_TRUE(proofs::retries_have_a_reason(history)) << "a retry that nobody caused\n"
                                                        << proofs::describe(history, linearization);
    for (const auto& timed : history) overlapping += timed.ended != timed.began + 1;
  }
  EXPECT_GT(overlapping, kHistories) << "calls that overlapped another; with fewer the test would have seen nothing";
}

}  // namespace
}  // namespace vigil
