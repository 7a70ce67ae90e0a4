#include "support/linearizability.hpp"
#include "support/history_recorder.hpp"
#include "support/job_history.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace vigil::proofs {
namespace {

constexpr auto kSuccess = StealStatus::success;
constexpr auto kEmpty = StealStatus::empty;
constexpr auto kRetry = StealStatus::retry;

// Calls of one thread, one after the other.
JobHistory one_after_the_other(const std::vector<JobCall>& calls) {
  JobHistory history;
  for (const JobCall& call : calls) history.push_back({call, 0, 2 * history.size(), 2 * history.size() + 1});
  return history;
}

testing::AssertionResult is_linearizable(const JobHistory& history) {
  const Linearization found = linearize<DequeSpec>(history);
  return (found.exists ? testing::AssertionSuccess() : testing::AssertionFailure()) << describe(history, found);
}

TEST(Linearizability, AcceptsAStackUsedByOneThread) {
  EXPECT_TRUE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::push(2), JobCall::pop(kSuccess, 2),
                                                   JobCall::pop(kSuccess, 1), JobCall::pop(kEmpty)})));
}

TEST(Linearizability, RefusesALostJob) {
  EXPECT_FALSE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::pop(kEmpty)})));
}

TEST(Linearizability, RefusesAJobThatIsTakenTwice) {
  const JobHistory history{
      {JobCall::push(1), 0, 0, 1}, {JobCall::pop(kSuccess, 1), 0, 2, 5}, {JobCall::steal(kSuccess, 1), 1, 3, 4}};
  EXPECT_FALSE(is_linearizable(history));
}

TEST(Linearizability, RefusesAJobThatNobodyPushed) {
  EXPECT_FALSE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::pop(kSuccess, 2)})));
}

TEST(Linearizability, RefusesAPopThatTakesTheOlderJob) {
  EXPECT_FALSE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::push(2), JobCall::pop(kSuccess, 1)})));
}

TEST(Linearizability, RefusesAStealThatTakesTheNewerJob) {
  EXPECT_FALSE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::push(2), JobCall::steal(kSuccess, 2)})));
}

TEST(Linearizability, LetsOverlappingCallsTakeEffectInEitherOrder) {
  const JobHistory history{{JobCall::push(1), 0, 0, 3},
                           {JobCall::push(2), 1, 1, 2},
                           {JobCall::pop(kSuccess, 1), 2, 4, 5},
                           {JobCall::pop(kSuccess, 2), 2, 6, 7}};
  EXPECT_TRUE(is_linearizable(history));
}

TEST(Linearizability, KeepsCallsThatDoNotOverlapInTheirOrder) {
  const JobHistory history{{JobCall::push(1), 0, 0, 1},
                           {JobCall::push(2), 1, 2, 3},
                           {JobCall::pop(kSuccess, 1), 2, 4, 5},
                           {JobCall::pop(kSuccess, 2), 2, 6, 7}};
  EXPECT_FALSE(is_linearizable(history));
}

TEST(Linearizability, AcceptsAnEmptyThatWasTrueDuringTheCall) {
  EXPECT_TRUE(is_linearizable({{JobCall::push(1), 0, 1, 3}, {JobCall::steal(kEmpty), 1, 2, 4}}));
}

TEST(Linearizability, RefusesAnEmptyThatWasNeverTrueDuringTheCall) {
  EXPECT_FALSE(is_linearizable({{JobCall::push(1), 0, 0, 1}, {JobCall::steal(kEmpty), 1, 2, 3}}));
}

TEST(Linearizability, TreatsARetryAsNoChange) {
  EXPECT_TRUE(
      is_linearizable(one_after_the_other({JobCall::push(1), JobCall::steal(kRetry), JobCall::steal(kSuccess, 1)})));
}

TEST(Linearizability, AsksARetryForTheTakeThatItLostTo) {
  EXPECT_FALSE(retries_have_a_reason(one_after_the_other({JobCall::push(1), JobCall::steal(kRetry)})));
  EXPECT_FALSE(retries_have_a_reason({{JobCall::pop(kRetry), 0, 0, 2}, {JobCall::push(1), 1, 1, 3}}));
  EXPECT_TRUE(retries_have_a_reason({{JobCall::steal(kRetry), 0, 0, 2}, {JobCall::pop(kSuccess, 1), 1, 1, 3}}));
}

TEST(Linearizability, ExplainsWithAnOrderThatTheSpecificationAccepts) {
  const JobHistory history{
      {JobCall::steal(kSuccess, 1), 1, 1, 6}, {JobCall::push(1), 0, 0, 3}, {JobCall::push(2), 0, 4, 5}};
  const Linearization found = linearize<DequeSpec>(history);
  ASSERT_TRUE(found.exists);
  ASSERT_EQ(found.order.size(), history.size());
  DequeSpec::State jobs;
  for (const std::size_t index : found.order) EXPECT_TRUE(DequeSpec::apply(jobs, history[index].call)) << index;
}

TEST(Linearizability, SaysHowFarAnExplanationGoes) {
  const JobHistory history =
      one_after_the_other({JobCall::push(1), JobCall::pop(kSuccess, 1), JobCall::pop(kSuccess, 1)});
  EXPECT_EQ(linearize<DequeSpec>(history).order, (std::vector<std::size_t>{0, 1}));
}

TEST(Linearizability, RefusesInputThatIsNoHistory) {
  EXPECT_THROW(linearize<DequeSpec>(JobHistory{{JobCall::push(1), 0, 3, 2}}), std::invalid_argument);
  EXPECT_THROW(linearize<DequeSpec>(one_after_the_other(std::vector<JobCall>(65, JobCall::push(1)))),
               std::invalid_argument);
}

// A history made by running a deque and stretching each call's interval around its true instant. At least one job is
// taken.
JobHistory random_linearizable_history() {
  const int calls = *rc::gen::inRange(2, 30);
  JobHistory history;
  DequeSpec::State jobs;
  for (int i = 0; i != calls; ++i) {
    JobCall call = JobCall::push(i);
    const auto kind = i == 0 ? 0 : *rc::gen::inRange(i == 1 ? 1 : 0, 3);
    if (kind != 0) {
      call.kind = kind == 1 ? JobCall::Kind::pop : JobCall::Kind::steal;
      call.answer = jobs.empty() ? kEmpty : kSuccess;
      call.job = jobs.empty() ? 0 : kind == 1 ? jobs.back() : jobs.front();
    }
    RC_ASSERT(DequeSpec::apply(jobs, call));
    const auto instant = 100 + 10 * static_cast<std::uint64_t>(i);
    const auto before = *rc::gen::inRange<std::uint64_t>(1, 40);
    const auto after = *rc::gen::inRange<std::uint64_t>(1, 40);
    history.push_back({call, static_cast<unsigned>(i), instant - before, instant + after});
  }
  return history;
}

RC_GTEST_PROP(Linearizability, AcceptsWhatASequentialRunExplains, ()) {
  const JobHistory history = random_linearizable_history();
  RC_ASSERT(is_linearizable(history));
}

RC_GTEST_PROP(Linearizability, RefusesASequentialRunInWhichOneJobIsTakenAgain, ()) {
  JobHistory history = random_linearizable_history();
  const auto taken = std::find_if(history.begin(), history.end(), [](const auto& timed) { return timed.call.takes(); });
  history.push_back({JobCall::steal(kSuccess, taken->call.job), 99, 1000, 1001});
  RC_ASSERT_FALSE(is_linearizable(history));
}

RC_GTEST_PROP(Linearizability, RefusesASequentialRunInWhichOneTakenJobIsReportedMissing, ()) {
  JobHistory history = random_linearizable_history();
  const auto taken =
      std::find_if(history.rbegin(), history.rend(), [](const auto& timed) { return timed.call.takes(); });
  taken->call.answer = kEmpty;
  // Nothing overlaps, so the job was there.
  for (std::size_t i = 0; i != history.size(); ++i) {
    history[i].began = 2 * i;
    history[i].ended = 2 * i + 1;
  }
  RC_ASSERT_FALSE(is_linearizable(history));
}

TEST(HistoryRecorder, KeepsEveryCallWithItsThreadAndItsInterval) {
  HistoryRecorder<JobCall> recorder(2);
  recorder.record(0, [] { return JobCall::push(1); });
  recorder.record(1, [&] {
    recorder.record(0, [] { return JobCall::push(2); });
    return JobCall::steal(kSuccess, 1);
  });
  const JobHistory history = recorder.history();
  ASSERT_EQ(history.size(), 3U);
  EXPECT_EQ(to_string(history[0].call), "push 1");
  EXPECT_LT(history[0].ended, history[1].began);
  EXPECT_EQ(history[2].thread, 1U);
  EXPECT_LT(history[2].began, history[1].began);
  EXPECT_GT(history[2].ended, history[1].ended);
}

TEST(HistoryRecorder, RecordsALockedDequeAsLinearizable) {
  constexpr int kHistories = 50;
  constexpr int kCallsEach = 8;
  for (int round = 0; round != kHistories; ++round) {
    std::mutex mutex;
    std::deque<int> jobs;
    HistoryRecorder<JobCall> recorder(2);
    const auto take = [&](bool as_owner) {
      const std::lock_guard lock(mutex);
      JobCall call = as_owner ? JobCall::pop(kEmpty) : JobCall::steal(kEmpty);
      if (jobs.empty()) return call;
      call.answer = kSuccess;
      call.job = as_owner ? jobs.back() : jobs.front();
      as_owner ? jobs.pop_back() : jobs.pop_front();
      return call;
    };
    std::thread thief([&] {
      for (int i = 0; i != kCallsEach; ++i) recorder.record(1, [&] { return take(false); });
    });
    for (int i = 0; i != kCallsEach; ++i) {
      recorder.record(0, [&] {
        const std::lock_guard lock(mutex);
        jobs.push_back(i);
        return JobCall::push(i);
      });
      if (i % 2 == 1) recorder.record(0, [&] { return take(true); });
    }
    thief.join();
    ASSERT_TRUE(is_linearizable(recorder.history()));
  }
}

}  // namespace
}  // namespace vigil::proofs
