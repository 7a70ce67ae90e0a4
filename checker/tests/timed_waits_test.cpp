// Waits that may end by a time limit.

#include <vigil/checker.hpp>

#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;

constexpr auto relaxed = std::memory_order_relaxed;

Options with_timeouts(unsigned timeouts) {
  Options options;
  options.timeouts = timeouts;
  options.spurious_wakes = 0;
  return options;
}

template <class M>
void expect_holds(const Options& options, std::uint64_t executions) {
  const auto verdict = run<M>(options);
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, executions) << text(verdict);
}
template <class M>
void expect_fails(const Options& options, Violation violation) {
  const auto verdict = run<M>(options);
  ASSERT_TRUE(verdict.result.finding.has_value()) << text(verdict);
  EXPECT_EQ(verdict.result.finding->violation, violation) << text(verdict);
}

struct Monitor {
  Layer::mutex mutex;
  Layer::condition_variable changed, gave_up;
  Layer::var<bool> ready{false};
};

// ---- condition variables

struct TellsWhy : Monitor {
  static constexpr auto threads() { return std::tuple{&TellsWhy::wait, &TellsWhy::notify}; }
  void wait() {
    mutex.lock();
    if (!ready.get() && changed.wait_for(mutex)) Layer::require(ready.get(), "it was woken for a reason");
    mutex.unlock();
  }
  void notify() {
    mutex.lock();
    ready.set(true);
    changed.notify_one();
    mutex.unlock();
  }
};
TEST(TimedWait, IsWokenOrTimesOutBeforeOrAfterTheNotification) {
  expect_holds<TellsWhy>(with_timeouts(0), 2);
  // It times out and has the mutex again before the notification, or after it, or was notified as the limit came.
  expect_holds<TellsWhy>(with_timeouts(1), 5);
}
TEST(TimedWait, MayWakeWithoutAReason) { expect_fails<TellsWhy>({}, Violation::requirement); }

struct WaitsOnce : Monitor {
  static constexpr auto threads() { return std::tuple{&WaitsOnce::wait}; }
  void wait() {
    mutex.lock();
    Layer::require(!changed.wait_for(mutex), "nothing notifies");
    mutex.unlock();
  }
};
TEST(TimedWait, ThatNothingWakesIsBlockedOnlyUntilItTimesOut) {
  const auto verdict = run<WaitsOnce>(with_timeouts(1));
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 1U);
  EXPECT_EQ(verdict.result.blocked, 2U) << "woken, and woken as the limit comes";
}

// The other thread waits for the one that gives up.
template <bool kNotifies>
struct GivesUp : Monitor {
  static constexpr auto threads() { return std::tuple{&GivesUp::wait, &GivesUp::wait_for_the_other}; }
  Layer::var<bool> has_given_up{false};
  void wait() {
    mutex.lock();
    while (changed.wait_for(mutex)) {
    }
    has_given_up.set(true);
    if (kNotifies) gave_up.notify_one();
    mutex.unlock();
  }
  void wait_for_the_other() {
    mutex.lock();
    while (!has_given_up.get()) gave_up.wait(mutex);
    mutex.unlock();
  }
};
// The other thread comes first, last, or while the mutex is unlocked.
TEST(TimedWait, ThatLetsAnotherThreadGoOnLaterIsNoViolation) { expect_holds<GivesUp<true>>(with_timeouts(1), 3); }
TEST(TimedWait, HidesNoThreadThatWaitsForeverAfterIt) {
  expect_fails<GivesUp<false>>(with_timeouts(1), Violation::missed_wake);
}

// A thread that is notified passes that on; one that has timed out need not.
struct PassesOn : Monitor {
  static constexpr auto threads() { return std::tuple{&PassesOn::pass_on, &PassesOn::wait, &PassesOn::notify}; }
  void pass_on() {
    mutex.lock();
    if (!ready.get() && changed.wait_for(mutex)) changed.notify_one();
    mutex.unlock();
  }
  void wait() {
    mutex.lock();
    while (!ready.get()) changed.wait(mutex);
    mutex.unlock();
  }
  void notify() {
    mutex.lock();
    ready.set(true);
    changed.notify_one();
    mutex.unlock();
  }
};
TEST(TimedWait, MayTakeANotificationAndReportATimeout) {
  EXPECT_TRUE(run<PassesOn>(with_timeouts(0)).holds());
  expect_fails<PassesOn>(with_timeouts(1), Violation::missed_wake);
}

// ---- loops

template <bool kIsSet>
struct Polls : Monitor {
  static constexpr auto threads() { return std::tuple{&Polls::poll, &Polls::set}; }
  void poll() {
    mutex.lock();
    while (!ready.get()) (void)changed.wait_for(mutex);
    mutex.unlock();
  }
  void set() {
    mutex.lock();
    if (kIsSet) ready.set(true);
    mutex.unlock();
  }
};
TEST(TimedWait, InALoopNeedsNoNotification) {
  const auto verdict = run<Polls<true>>(with_timeouts(1));
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_GT(verdict.result.executions, run<Polls<true>>(with_timeouts(0)).result.executions);
}
TEST(TimedWait, InALoopThatNeverEndsIsALivelock) {
  for (const unsigned timeouts : {1U, 2U}) expect_fails<Polls<false>>(with_timeouts(timeouts), Violation::livelock);
}

// Two threads that wait for each other, beside one that polls forever.
struct Deadlocked : Polls<false> {
  static constexpr auto threads() {
    return std::tuple{&Deadlocked::poll, &Deadlocked::lock_one, &Deadlocked::lock_other};
  }
  Layer::mutex one, other;
  void lock_one() { lock_both(one, other); }
  void lock_other() { lock_both(other, one); }
  static void lock_both(Layer::mutex& first, Layer::mutex& second) {
    first.lock();
    second.lock();
    second.unlock();
    first.unlock();
  }
};
TEST(TimedWait, InALoopHidesNoDeadlock) {
  const auto verdict = run<Deadlocked>(with_timeouts(1));
  EXPECT_TRUE(verdict.result.finding.has_value()) << text(verdict);
}

// Each round is another one, so that the loop is explored as far as the bound says.
struct Counts : Monitor {
  static constexpr auto threads() { return std::tuple{&Counts::poll}; }
  Layer::var<int> rounds{0};
  void poll() {
    mutex.lock();
    while (!ready.get()) {
      (void)changed.wait_for(mutex);
      rounds.set(rounds.get() + 1);
    }
    mutex.unlock();
  }
};
TEST(TimedWait, InALoopThatCountsIsBlockedAtTheBound) {
  const auto verdict = run<Counts>(with_timeouts(2));
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 0U);
  EXPECT_NE(verdict.result.blocked, 0U);
}

// ---- mutexes

struct LocksInTime {
  static constexpr auto threads() { return std::tuple{&LocksInTime::add, &LocksInTime::add}; }
  Layer::mutex mutex;
  Layer::var<int> sum{0};
  Layer::atomic<int> added{0};
  void add() {
    if (!mutex.lock_for()) return;
    sum.set(sum.get() + 1);
    mutex.unlock();
    added.fetch_add(1, relaxed);
  }
  void finish() { Layer::require(sum.get() == added.load(relaxed), "a thread that has the mutex adds"); }
};
TEST(TimedLock, ExcludesOthersOrFails) {
  expect_holds<LocksInTime>(with_timeouts(0), 4);
  // Either thread times out while the other holds the mutex.
  expect_holds<LocksInTime>(with_timeouts(1), 6);
}

struct LocksAlone {
  static constexpr auto threads() { return std::tuple{&LocksAlone::lock}; }
  Layer::mutex mutex;
  void lock() {
    Layer::require(mutex.lock_for(), "the mutex is free");
    mutex.unlock();
  }
};
TEST(TimedLock, OfAFreeMutexSucceeds) { expect_holds<LocksAlone>(with_timeouts(1), 1); }

template <bool kUnlocks>
struct LocksUntilItCan {
  static constexpr auto threads() { return std::tuple{&LocksUntilItCan::lock, &LocksUntilItCan::hold}; }
  Layer::mutex mutex;
  void lock() {
    while (!mutex.lock_for()) {
    }
    mutex.unlock();
  }
  void hold() {
    mutex.lock();
    if (kUnlocks) mutex.unlock();
  }
};
TEST(TimedLock, InALoopEndsOnlyIfTheMutexIsUnlocked) {
  EXPECT_TRUE(run<LocksUntilItCan<true>>(with_timeouts(1)).holds());
  Options options = with_timeouts(1);
  options.count_violations = true;
  const auto verdict = run<LocksUntilItCan<false>>(options);
  // One execution ends with the mutex held, and one never ends.
  EXPECT_EQ(verdict.result.violating, 2U) << text(verdict);
  EXPECT_EQ(verdict.result.cut_short, 1U) << text(verdict);
}

struct LocksTwice {
  static constexpr auto threads() { return std::tuple{&LocksTwice::lock}; }
  Layer::mutex mutex;
  void lock() {
    mutex.lock();
    (void)mutex.lock_for();
  }
};
TEST(TimedLock, OfAMutexThatTheThreadHoldsIsMisuse) {
  expect_fails<LocksTwice>(with_timeouts(1), Violation::mutex_misuse);
}

// ---- atomics

template <bool kNotifies>
struct WaitsForChange {
  static constexpr auto threads() { return std::tuple{&WaitsForChange::wait, &WaitsForChange::change}; }
  Layer::atomic<int> value{0};
  Layer::var<int> data{0};
  void wait() {
    if (value.wait_for(0, std::memory_order_acquire)) Layer::require(data.get() == 1, "the change is seen");
  }
  void change() {
    data.set(1);
    value.store(1, std::memory_order_release);
    if (kNotifies) value.notify_one();
  }
};
TEST(TimedWaitOnAtomic, SeesTheChangeOrTimesOut) {
  // The value has changed already, or the thread is woken; it times out with the old value, at once or after it was
  // woken: a notification orders nothing.
  expect_holds<WaitsForChange<true>>(with_timeouts(1), 4);
  expect_holds<WaitsForChange<true>>(with_timeouts(0), 2);
}
TEST(TimedWaitOnAtomic, NeedsNoNotification) { expect_holds<WaitsForChange<false>>(with_timeouts(1), 2); }

template <int kTo>
struct PollsAtomic {
  static constexpr auto threads() { return std::tuple{&PollsAtomic::poll, &PollsAtomic::change}; }
  Layer::atomic<int> value{0};
  void poll() {
    while (!value.wait_for(0, relaxed)) {
    }
  }
  void change() { value.store(kTo, relaxed); }
};
TEST(TimedWaitOnAtomic, InALoopEndsOnlyIfTheValueChanges) {
  EXPECT_TRUE(run<PollsAtomic<1>>(with_timeouts(1)).holds());
  expect_fails<PollsAtomic<0>>(with_timeouts(1), Violation::livelock);
}

// ---- other ways to explore

TEST(TimedWait, HasTheSameExecutionsInSeveralProcesses) {
  Options options;
  const auto alone = run<PassesOn>(with_timeouts(0));
  auto shared_options = with_timeouts(0);
  shared_options.jobs = 2;
  EXPECT_EQ(run<PassesOn>(shared_options).result.executions, alone.result.executions);
  const auto polls = run<Polls<true>>(options);
  options.jobs = 2;
  EXPECT_EQ(run<Polls<true>>(options).result.executions, polls.result.executions);
  EXPECT_EQ(run<Polls<true>>(options).result.blocked, polls.result.blocked);
}
// A round that only timed out is no part of an execution, unless every round is.
TEST(TimedWait, HasMoreExecutionsWhereLoopsAreUnrolled) {
  Options options = with_timeouts(3);
  const auto recurring = run<Polls<true>>(options);
  options.spins = Spins::unrolled;
  const auto unrolled = run<Polls<true>>(options);
  EXPECT_TRUE(unrolled.holds()) << text(unrolled);
  EXPECT_GT(unrolled.result.executions, recurring.result.executions);
}
TEST(TimedWait, IsSampledAsWell) {
  const auto polls = run(subject<Polls<true>>(), Sample{.count = 200});
  EXPECT_FALSE(polls.result.finding.has_value()) << text(polls);
  auto gives_up = subject<GivesUp<false>>();
  EXPECT_TRUE(run(gives_up, Sample{.count = 200}).result.finding.has_value());
  EXPECT_TRUE(run(subject<PollsAtomic<0>>(), Sample{.count = 200}).result.finding.has_value());
}
TEST(TimedWait, IsShownInTheTrace) {
  EXPECT_THAT(text(run<Polls<false>>(with_timeouts(1))), HasSubstr("wait on condition1 times out"));
  EXPECT_THAT(text(run<PollsAtomic<0>>(with_timeouts(1))), HasSubstr("wait on atomic1 times out"));
}

// ---- the bound

template <class M>
std::string output_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "check");
  testing::internal::CaptureStdout();
  (void)checker::main<M>(static_cast<int>(arguments.size()), arguments.data());
  return testing::internal::GetCapturedStdout();
}
TEST(Timeouts, AreABoundOfTheCommandLine) {
  EXPECT_THAT(output_of<TellsWhy>({}), HasSubstr("1 spurious wake, 1 timeout, "));
  const auto none = output_of<Polls<true>>({"--timeouts", "0"});
  EXPECT_THAT(none, HasSubstr("0 timeouts, "));
  EXPECT_THAT(none, HasSubstr("not as usual: timeouts 0"));
  EXPECT_THAT(none, HasSubstr("exhaustive: 2 executions"));
  EXPECT_THAT(output_of<Polls<true>>({"--timeouts", "2"}), HasSubstr("holds"));
}
TEST(Timeouts, ArePartOfTheCommandThatShowsAnExecutionAgain) {
  const auto found = output_of<Polls<false>>({"--timeouts", "2"});
  const std::string replay = "check --timeouts 2 --replay ";
  const auto at = found.find(replay);
  ASSERT_NE(at, std::string::npos) << found;
  const auto choices = found.substr(at + replay.size(), found.find('\n', at) - at - replay.size());
  EXPECT_THAT(output_of<Polls<false>>({"--timeouts", "2", "--replay", choices.c_str()}), HasSubstr("spins forever"));
}

}  // namespace
}  // namespace vigil::checker
