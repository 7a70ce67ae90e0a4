// What threads wait for: condition variables, semaphores, latches, barriers, calls that happen once.

#include "programs.hpp"

#include <chrono>
#include <condition_variable>
#include <stdexcept>

namespace vigil::checker::standard {
namespace {

using namespace std::chrono_literals;

// ---- condition variables

enum class Notifies { under_the_mutex, after_it, never };

template <class Condition, Notifies kNotifies>
void hand_over() {
  mutex guard;
  Condition changed;
  CheckedAtomics::var<bool> ready{false};
  in_parallel(
      [&] {
        unique_lock lock(guard);
        changed.wait(lock, [&] { return ready.get(); });
      },
      [&] {
        unique_lock lock(guard);
        ready.set(true);
        if (kNotifies == Notifies::under_the_mutex) changed.notify_one();
        lock.unlock();
        if (kNotifies == Notifies::after_it) changed.notify_one();
      });
}
template <class Condition>
void expect_handover() {
  expect_holds<&hand_over<Condition, Notifies::under_the_mutex>>();
  expect_holds<&hand_over<Condition, Notifies::after_it>>();
  expect_fails<&hand_over<Condition, Notifies::never>>(Violation::missed_wake);
}
TEST(StandardConditionVariable, WakesAThreadThatWaits) { expect_handover<condition_variable>(); }
TEST(StandardConditionVariable, OfAnyLockWakesAThreadThatWaits) { expect_handover<condition_variable_any>(); }

template <bool kAsksAgain>
void wait_once() {
  mutex guard;
  condition_variable changed;
  CheckedAtomics::var<bool> ready{false};
  in_parallel(
      [&] {
        unique_lock lock(guard);
        while (!ready.get()) {
          changed.wait(lock);
          if (!kAsksAgain) require(ready.get(), "it was woken for a reason");
        }
      },
      [&] {
        const lock_guard lock(guard);
        ready.set(true);
        changed.notify_all();
      });
}
TEST(StandardConditionVariable, MayWakeWithoutAReason) {
  expect_holds<&wait_once<true>>();
  expect_fails<&wait_once<false>>(Violation::requirement);
}

template <class Condition, bool kExpectsIt>
void wait_in_time() {
  mutex guard;
  Condition changed;
  CheckedAtomics::var<bool> ready{false};
  in_parallel(
      [&] {
        unique_lock lock(guard);
        const bool in_time = changed.wait_for(lock, 1ms, [&] { return ready.get(); });
        require(in_time == ready.get(), "it returns what the predicate says");
        if (kExpectsIt) require(in_time, "it is notified in time");
      },
      [&] {
        const lock_guard lock(guard);
        ready.set(true);
        changed.notify_one();
      });
}
template <class Condition>
void expect_timeouts() {
  expect_holds<&wait_in_time<Condition, false>>();
  expect_fails<&wait_in_time<Condition, true>>(Violation::requirement);
}
TEST(StandardConditionVariable, MayTimeOut) {
  expect_timeouts<condition_variable>();
  expect_timeouts<condition_variable_any>();
}

template <bool kPolls>
void wait_without_notification() {
  mutex guard;
  condition_variable changed;
  CheckedAtomics::var<bool> ready{false};
  in_parallel(
      [&] {
        unique_lock lock(guard);
        while (!ready.get()) {
          if (kPolls)
            changed.wait_for(lock, 1ms);
          else
            changed.wait(lock);
        }
      },
      [&] {
        const lock_guard lock(guard);
        ready.set(true);
      });
}
TEST(StandardConditionVariable, NeedsNoNotificationIfItPolls) {
  expect_holds<&wait_without_notification<true>>();
  expect_fails<&wait_without_notification<false>>(Violation::missed_wake);
}

template <bool kStops>
void wait_to_be_stopped() {
  mutex guard;
  condition_variable_any changed;
  stop_source source;
  in_parallel(
      [&] {
        unique_lock lock(guard);
        require(!changed.wait(lock, source.get_token(), [] { return false; }), "it was stopped");
      },
      [&] {
        if (kStops) source.request_stop();
      });
}
TEST(StandardConditionVariable, OfAnyLockEndsAtAStop) {
  expect_holds<&wait_to_be_stopped<true>>();
  expect_fails<&wait_to_be_stopped<false>>(Violation::missed_wake);
}

// ---- semaphores

template <std::ptrdiff_t kCount>
void limit_threads() {
  counting_semaphore<2> places(kCount);
  CheckedAtomics::var<int> sum{0};
  const auto add = [&] {
    places.acquire();
    sum.set(sum.get() + 1);
    places.release();
  };
  in_parallel(add, add);
}
TEST(StandardSemaphore, LetsAsManyInAsItCounts) {
  expect_executions<&limit_threads<1>>(2);
  expect_fails<&limit_threads<2>>(Violation::data_race);
  expect_fails<&limit_threads<0>>(Violation::missed_wake);
}

template <std::ptrdiff_t kReleased>
void release_semaphore() {
  binary_semaphore semaphore(0);
  CheckedAtomics::var<int> data{0};
  in_parallel(
      [&] {
        semaphore.acquire();
        require(data.get() == 1, "the data is there");
      },
      [&] {
        data.set(1);
        semaphore.release(kReleased);
      });
}
TEST(StandardSemaphore, OrdersWhatCameBeforeARelease) {
  expect_executions<&release_semaphore<1>>(1);
  expect_fails<&release_semaphore<2>>(Violation::requirement);
}

template <bool kExpectsIt>
void acquire_in_time() {
  binary_semaphore semaphore(0);
  in_parallel(
      [&] {
        const bool acquired = semaphore.try_acquire_for(1ms);
        require(acquired || !kExpectsIt, "it is released in time");
      },
      [&] { semaphore.release(); });
}
TEST(StandardSemaphore, MayBeWaitedForInVain) {
  expect_executions<&acquire_in_time<false>>(2);
  expect_fails<&acquire_in_time<true>>(Violation::requirement);
}

// ---- latches and barriers

template <std::ptrdiff_t kExpected>
void wait_for_both() {
  latch done(kExpected);
  CheckedAtomics::var<int> data{0};
  in_parallel(
      [&] {
        done.arrive_and_wait();
        require(data.get() == 1, "the data is there");
      },
      [&] {
        data.set(1);
        done.count_down();
      });
  require(done.try_wait(), "it stays open");
}
TEST(StandardLatch, OpensWhenAllHaveArrived) {
  expect_holds<&wait_for_both<2>>();
  expect_fails<&wait_for_both<3>>(Violation::missed_wake);
  expect_fails<&wait_for_both<1>>(Violation::requirement);
}

template <std::ptrdiff_t kExpected>
void meet_twice() {
  int completions = 0;
  CheckedAtomics::var<int> sum{0};
  CheckedAtomics::var<int> parts[2] = {CheckedAtomics::var<int>(0), CheckedAtomics::var<int>(0)};
  barrier meeting(kExpected, [&]() noexcept {
    ++completions;
    sum.set(parts[0].get() + parts[1].get());
  });
  const auto work = [&](CheckedAtomics::var<int>& own) {
    for (int phase = 1; phase != 3; ++phase) {
      own.set(phase);
      meeting.arrive_and_wait();
      require(sum.get() == 2 * phase, "both parts are added up before a thread leaves");
    }
  };
  in_parallel([&] { work(parts[0]); }, [&] { work(parts[1]); });
  require(completions == 2, "each phase ends once");
}
TEST(StandardBarrier, CompletesEachPhaseOnce) {
  expect_holds<&meet_twice<2>>();
  expect_fails<&meet_twice<3>>(Violation::missed_wake);
  expect_fails<&meet_twice<1>>(Violation::requirement);
}

void drop_out() {
  barrier meeting(2);
  in_parallel([&] { meeting.arrive_and_drop(); },
              [&] {
                meeting.arrive_and_wait();
                meeting.wait(meeting.arrive());
              });
}
TEST(StandardBarrier, DoesNotWaitForOnesThatDroppedOut) { expect_holds<&drop_out>(); }

// ---- calls that happen once

template <bool kOnce>
void initialise() {
  once_flag flag;
  CheckedAtomics::var<int> value{0};
  const auto use = [&] {
    if (kOnce)
      call_once(
          flag, [&](int add) { value.set(value.get() + add); }, 1);
    else
      value.set(value.get() + 1);
    require(value.get() == 1, "it was initialised once");
  };
  in_parallel(use, use);
}
TEST(StandardCallOnce, HappensOnceAndBeforeEachReturn) {
  expect_holds<&initialise<true>>();
  expect_fails<&initialise<false>>(Violation::data_race);
}

template <bool kFailsFirst>
void fail_at_first() {
  once_flag flag;
  CheckedAtomics::var<int> calls{0};
  atomic<int> failures = 0;
  const auto use = [&] {
    try {
      call_once(flag, [&] {
        calls.set(calls.get() + 1);
        if (kFailsFirst && calls.get() == 1) throw std::runtime_error("not yet");
      });
    } catch (const std::runtime_error&) {
      ++failures;
    }
  };
  in_parallel(use, use);
  require(calls.get() == 2 && failures == 1, "the second call comes after the first has failed");
}
TEST(StandardCallOnce, IsTriedAgainAfterAnException) {
  expect_holds<&fail_at_first<true>>();
  expect_fails<&fail_at_first<false>>(Violation::requirement);
}

void call_within() {
  once_flag flag;
  call_once(flag, [&] { call_once(flag, [] {}); });
}
TEST(StandardCallOnce, WithinItselfIsADeadlock) { expect_fails<&call_within>(Violation::deadlock); }

}  // namespace
}  // namespace vigil::checker::standard
