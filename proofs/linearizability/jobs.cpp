// Do the specifications of job containers accept the results that each may have, and refuse all others?

#include <vigil/linearizability/clocked_recorder.hpp>
#include <vigil/linearizability/jobs.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vigil::linearizability {
namespace {

constexpr auto kSuccess = StealStatus::success;
constexpr auto kEmpty = StealStatus::empty;
constexpr auto kRetry = StealStatus::retry;

using Timed = std::vector<TimedCall<JobCall>>;

// Calls of one thread, one after the other.
Timed one_after_the_other(const std::vector<JobCall>& calls) {
  Timed history;
  for (const JobCall& call : calls) history.push_back({call, 0, 2 * history.size(), 2 * history.size() + 1});
  return history;
}

template <class Spec = DequeSpec>
::testing::AssertionResult is_linearizable(const Timed& calls) {
  const JobHistory history = history_of(calls);
  const Linearization found = linearize<Spec>(history);
  return (found.exists ? ::testing::AssertionSuccess() : ::testing::AssertionFailure()) << describe(history, found);
}

TEST(Linearizability, AcceptsAStackUsedByOneThread) {
  EXPECT_TRUE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::push(2), JobCall::pop(kSuccess, 2),
                                                   JobCall::pop(kSuccess, 1), JobCall::pop(kEmpty)})));
}

TEST(Linearizability, RefusesALostJob) {
  EXPECT_FALSE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::pop(kEmpty)})));
}

TEST(Linearizability, RefusesAJobThatIsTakenTwice) {
  const Timed history{
      {JobCall::push(1), 0, 0, 1}, {JobCall::pop(kSuccess, 1), 0, 2, 5}, {JobCall::steal(kSuccess, 1), 1, 3, 4}};
  EXPECT_FALSE(is_linearizable(history));
}

TEST(Linearizability, RefusesAJobThatWasNeverPushed) {
  EXPECT_FALSE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::pop(kSuccess, 2)})));
}

TEST(Linearizability, RefusesAPopThatTakesTheOlderJob) {
  EXPECT_FALSE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::push(2), JobCall::pop(kSuccess, 1)})));
}

TEST(Linearizability, RefusesAStealThatTakesTheNewerJob) {
  EXPECT_FALSE(is_linearizable(one_after_the_other({JobCall::push(1), JobCall::push(2), JobCall::steal(kSuccess, 2)})));
}

TEST(Linearizability, LetsOverlappingCallsTakeEffectInEitherOrder) {
  const Timed history{{JobCall::push(1), 0, 0, 3},
                      {JobCall::push(2), 1, 1, 2},
                      {JobCall::pop(kSuccess, 1), 2, 4, 5},
                      {JobCall::pop(kSuccess, 2), 2, 6, 7}};
  EXPECT_TRUE(is_linearizable(history));
}

TEST(Linearizability, KeepsCallsThatDoNotOverlapInTheirOrder) {
  const Timed history{{JobCall::push(1), 0, 0, 1},
                      {JobCall::push(2), 1, 2, 3},
                      {JobCall::pop(kSuccess, 1), 2, 4, 5},
                      {JobCall::pop(kSuccess, 2), 2, 6, 7}};
  EXPECT_FALSE(is_linearizable(history));
}

TEST(Linearizability, AcceptsAnEmptyThatWasTrueDuringTheCall) {
  EXPECT_TRUE(is_linearizable(Timed{{JobCall::push(1), 0, 1, 3}, {JobCall::steal(kEmpty), 1, 2, 4}}));
}

TEST(Linearizability, RefusesAnEmptyThatWasNeverTrueDuringTheCall) {
  EXPECT_FALSE(is_linearizable(Timed{{JobCall::push(1), 0, 0, 1}, {JobCall::steal(kEmpty), 1, 2, 3}}));
}

TEST(Linearizability, TreatsARetryAsNoChange) {
  EXPECT_TRUE(
      is_linearizable(one_after_the_other({JobCall::push(1), JobCall::steal(kRetry), JobCall::steal(kSuccess, 1)})));
}

TEST(Linearizability, AsksARetryForTheTakeThatItLostTo) {
  EXPECT_FALSE(retries_have_a_reason(history_of(one_after_the_other({JobCall::push(1), JobCall::steal(kRetry)}))));
  EXPECT_FALSE(retries_have_a_reason(history_of(Timed{{JobCall::pop(kRetry), 0, 0, 2}, {JobCall::push(1), 1, 1, 3}})));
  EXPECT_TRUE(retries_have_a_reason(
      history_of(Timed{{JobCall::steal(kRetry), 0, 0, 2}, {JobCall::pop(kSuccess, 1), 1, 1, 3}})));
}

TEST(Linearizability, LetsAPushBeTheReasonOfARetryIfPushesInterfere) {
  const Timed overlapping{{JobCall::pop(kRetry), 0, 0, 2}, {JobCall::push(1), 1, 1, 3}};
  const Timed own{{JobCall::push(1), 0, 0, 1}, {JobCall::pop(kRetry), 0, 2, 3}};
  const Timed over{{JobCall::push(1), 1, 0, 1}, {JobCall::pop(kRetry), 0, 2, 3}};
  EXPECT_TRUE(retries_have_a_reason(history_of(overlapping), PlacedQueueSpec::kRetriesAtPushes));
  EXPECT_FALSE(retries_have_a_reason(history_of(overlapping), QueueSpec::kRetriesAtPushes));
  EXPECT_FALSE(retries_have_a_reason(history_of(own), PlacedQueueSpec::kRetriesAtPushes));
  EXPECT_FALSE(retries_have_a_reason(history_of(over), PlacedQueueSpec::kRetriesAtPushes));
}

TEST(Linearizability, ExplainsWithAnOrderThatTheSpecificationAccepts) {
  const JobHistory history = history_of(
      Timed{{JobCall::steal(kSuccess, 1), 1, 1, 6}, {JobCall::push(1), 0, 0, 3}, {JobCall::push(2), 0, 4, 5}});
  const Linearization found = linearize<DequeSpec>(history);
  ASSERT_TRUE(found.exists);
  ASSERT_EQ(found.order().size(), history.size());
  DequeSpec::State jobs;
  for (const std::size_t index : found.order()) EXPECT_TRUE(DequeSpec::apply(jobs, history[index].call)) << index;
}

TEST(Linearizability, SaysHowFarAnExplanationGoes) {
  const JobHistory history =
      history_of(one_after_the_other({JobCall::push(1), JobCall::pop(kSuccess, 1), JobCall::pop(kSuccess, 1)}));
  const Linearization found = linearize<DequeSpec>(history);
  EXPECT_THAT(found.order(), ::testing::ElementsAre(0, 1));
}

TEST(Linearizability, RefusesInputThatIsNoHistory) {
  EXPECT_THROW((void)history_of(Timed{{JobCall::push(1), 0, 3, 2}}), std::invalid_argument);
  EXPECT_THROW((void)history_of(one_after_the_other(std::vector<JobCall>(65, JobCall::push(1)))),
               std::invalid_argument);
  EXPECT_THROW((void)linearize<DequeSpec>(JobHistory(65, {JobCall::push(1)})), std::invalid_argument);
}

// Twelve calls in any order, before one that is wrong: 479 million orders, but only four thousand sets.
TEST(Linearizability, RemembersDeadEndsWhereThereAreMany) {
  Timed calls{{JobCall::push(1), 99, 0, 1}};
  for (unsigned i = 0; i != 12; ++i) calls.push_back({JobCall::check(false), i, 2, 3});
  calls.push_back({JobCall::pop(kEmpty), 99, 4, 5});
  EXPECT_FALSE(is_linearizable(calls));
}

TEST(JobSpecs, AStackGivesTheNewestJobFirst) {
  const auto newest_first =
      one_after_the_other({JobCall::push(1), JobCall::push(2), JobCall::pop(kSuccess, 2), JobCall::pop(kSuccess, 1)});
  EXPECT_TRUE(is_linearizable<StackSpec>(newest_first));
  EXPECT_FALSE(is_linearizable<QueueSpec>(newest_first));
}

TEST(JobSpecs, AQueueGivesTheOldestJobFirst) {
  const auto oldest_first =
      one_after_the_other({JobCall::push(1), JobCall::push(2), JobCall::pop(kSuccess, 1), JobCall::pop(kSuccess, 2)});
  EXPECT_TRUE(is_linearizable<QueueSpec>(oldest_first));
  EXPECT_FALSE(is_linearizable<StackSpec>(oldest_first));
}

template <class Spec>
class EveryJobSpec : public ::testing::Test {};
using JobSpecs = ::testing::Types<DequeSpec, StackSpec, QueueSpec>;
TYPED_TEST_SUITE(EveryJobSpec, JobSpecs);

TYPED_TEST(EveryJobSpec, AcceptsOneJobThatIsPushedAndTaken) {
  EXPECT_TRUE(
      is_linearizable<TypeParam>(one_after_the_other({JobCall::check(true), JobCall::push(1), JobCall::check(false),
                                                      JobCall::pop(kSuccess, 1), JobCall::pop(kEmpty)})));
}
TYPED_TEST(EveryJobSpec, RefusesALostJob) {
  EXPECT_FALSE(is_linearizable<TypeParam>(one_after_the_other({JobCall::push(1), JobCall::pop(kEmpty)})));
}
TYPED_TEST(EveryJobSpec, RefusesACheckThatMissesAJob) {
  EXPECT_FALSE(is_linearizable<TypeParam>(one_after_the_other({JobCall::push(1), JobCall::check(true)})));
}
TYPED_TEST(EveryJobSpec, RefusesACheckThatSeesAJobWhereThereIsNone) {
  EXPECT_FALSE(is_linearizable<TypeParam>(one_after_the_other({JobCall::check(false)})));
}
TYPED_TEST(EveryJobSpec, RefusesAJobThatIsTakenTwice) {
  EXPECT_FALSE(is_linearizable<TypeParam>(
      Timed{{JobCall::push(1), 0, 0, 1}, {JobCall::pop(kSuccess, 1), 0, 2, 5}, {JobCall::pop(kSuccess, 1), 1, 3, 4}}));
}
TYPED_TEST(EveryJobSpec, RefusesAJobThatWasNeverPushed) {
  EXPECT_FALSE(is_linearizable<TypeParam>(one_after_the_other({JobCall::push(1), JobCall::pop(kSuccess, 2)})));
}
TYPED_TEST(EveryJobSpec, AcceptsAnEmptyThatWasTrueDuringTheCall) {
  EXPECT_TRUE(is_linearizable<TypeParam>(Timed{{JobCall::push(1), 0, 1, 3}, {JobCall::pop(kEmpty), 1, 2, 4}}));
}

TEST(JobSpecs, OnlyADequeHasThieves) {
  const auto stolen = one_after_the_other({JobCall::push(1), JobCall::steal(kSuccess, 1)});
  EXPECT_TRUE(is_linearizable<DequeSpec>(stolen));
  EXPECT_FALSE(is_linearizable<StackSpec>(stolen));
  EXPECT_FALSE(is_linearizable<QueueSpec>(stolen));
}

TEST(JobSpecs, NothingComesBetweenTheJobsOfAChain) {
  const Timed taken_together{{JobCall::push(1, 2), 0, 0, 9},
                             {JobCall::push(5), 1, 1, 2},
                             {JobCall::pop(kSuccess, 5), 2, 10, 11},
                             {JobCall::pop(kSuccess, 2), 2, 12, 13},
                             {JobCall::pop(kSuccess, 1), 2, 14, 15}};
  EXPECT_TRUE(is_linearizable<StackSpec>(taken_together));
  Timed apart = taken_together;
  apart[2].call.job = 2, apart[3].call.job = 5;
  EXPECT_FALSE(is_linearizable<StackSpec>(apart));
}

std::string broken_rule_of(const Timed& calls) {
  const char* const rule = broken_rule<DequeSpec>(history_of(calls));
  return rule == nullptr ? "none" : rule;
}

TEST(JobRules, NameWhatAHistoryBreaks) {
  const JobCall push = JobCall::push(1);
  const JobCall take = JobCall::pop(kSuccess, 1);
  const JobCall nothing = JobCall::pop(kEmpty);
  EXPECT_EQ(broken_rule_of(one_after_the_other({push, take, nothing})), "none");
  EXPECT_EQ(broken_rule_of(one_after_the_other({push, nothing})), "no_job_lost");
  EXPECT_EQ(broken_rule_of(one_after_the_other({JobCall::push(1, 2), take, nothing})), "no_job_lost");
  EXPECT_EQ(broken_rule_of(one_after_the_other({push, take, take, nothing})), "no_job_twice");
  EXPECT_EQ(broken_rule_of(one_after_the_other({take, nothing})), "a job that is taken was pushed");
  EXPECT_EQ(broken_rule_of(one_after_the_other({push, nothing, take, nothing})), "calls_have_an_order");
  EXPECT_EQ(broken_rule_of(one_after_the_other({push, JobCall::steal(kRetry), take})), "retries_have_a_reason");
}

// A history of a deque, in which each call's interval is stretched around the instant of the call. At least one job is
// taken.
Timed random_linearizable_history() {
  const int calls = *rc::gen::inRange(2, 30);
  Timed history;
  DequeSpec::State jobs;
  for (int i = 0; i != calls; ++i) {
    JobCall call = JobCall::push(i);
    const auto kind = i == 0 ? 0 : *rc::gen::inRange(i == 1 ? 1 : 0, 3);
    if (kind != 0) {
      call.kind = kind == 1 ? JobCall::Kind::pop : JobCall::Kind::steal;
      call.answer = jobs.is_empty() ? kEmpty : kSuccess;
      call.job = jobs.is_empty() ? 0 : kind == 1 ? jobs.newest() : jobs.oldest();
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
  const Timed history = random_linearizable_history();
  RC_ASSERT(is_linearizable(history));
}

RC_GTEST_PROP(Linearizability, RefusesASequentialRunInWhichOneJobIsTakenAgain, ()) {
  Timed history = random_linearizable_history();
  const auto taken = std::find_if(history.begin(), history.end(), [](const auto& timed) { return timed.call.takes(); });
  history.push_back({JobCall::steal(kSuccess, taken->call.job), 99, 1000, 1001});
  RC_ASSERT_FALSE(is_linearizable(history));
}

RC_GTEST_PROP(Linearizability, RefusesASequentialRunInWhichOneTakenJobIsReportedMissing, ()) {
  Timed history = random_linearizable_history();
  const auto taken =
      std::find_if(history.rbegin(), history.rend(), [](const auto& timed) { return timed.call.takes(); });
  taken->call.answer = kEmpty;
  // No calls overlap, so the job was there.
  for (std::size_t i = 0; i != history.size(); ++i) {
    history[i].began = 2 * i;
    history[i].ended = 2 * i + 1;
  }
  RC_ASSERT_FALSE(is_linearizable(history));
}

TEST(ClockedRecorder, KeepsEveryCallWithItsThreadAndItsInterval) {
  ClockedRecorder<JobCall> recorder(2);
  recorder.record(0, [] { return JobCall::push(1); });
  recorder.record(1, [&] {
    recorder.record(0, [] { return JobCall::push(2); });
    return JobCall::steal(kSuccess, 1);
  });
  const Timed history = recorder.calls();
  ASSERT_EQ(history.size(), 3U);
  EXPECT_EQ(to_string(history[0].call), "push 1");
  EXPECT_LT(history[0].ended, history[1].began);
  EXPECT_EQ(history[2].thread, 1U);
  EXPECT_LT(history[2].began, history[1].began);
  EXPECT_GT(history[2].ended, history[1].ended);
}

TEST(ClockedRecorder, RecordsALockedDequeAsLinearizable) {
  constexpr int kHistories = 50;
  constexpr int kCallsEach = 8;
  for (int round = 0; round != kHistories; ++round) {
    std::mutex mutex;
    std::deque<int> jobs;
    ClockedRecorder<JobCall> recorder(2);
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
    ASSERT_TRUE(is_linearizable(recorder.calls()));
  }
}

}  // namespace
}  // namespace vigil::linearizability
