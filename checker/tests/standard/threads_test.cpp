// The threads of the standard, what stops them, and functions as models.

#include "programs.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include <gmock/gmock.h>

namespace vigil::checker::standard {
namespace {

using testing::HasSubstr;

void take_arguments() {
  CheckedAtomics::var<int> sum{0};
  auto owned = std::make_unique<int>(3);
  thread adds([](CheckedAtomics::var<int>& to, int one, std::unique_ptr<int> other) { to.set(one + *other); },
              std::ref(sum), 4, std::move(owned));
  adds.join();
  require(sum.get() == 7, "a join sees what the thread did");
}
TEST(StandardThread, TakesArgumentsAndIsJoined) { expect_executions<&take_arguments>(1); }

template <bool kJoins>
void leave_thread() {
  CheckedAtomics::var<int> value{0};
  thread writes([&] { value.set(1); });
  if (kJoins) writes.join();
  (void)value.get();
  if (!kJoins) writes.join();
}
TEST(StandardThread, HasToBeJoinedFirst) {
  expect_holds<&leave_thread<true>>();
  expect_fails<&leave_thread<false>>(Violation::data_race);
}

void forget_thread() {
  thread forgotten([] {});
}
TEST(StandardThread, ThatIsDestroyedUnjoinedEndsTheProgram) { expect_fails<&forget_thread>(Violation::requirement); }

void throw_in_thread() {
  thread throws([] { throw std::runtime_error("it is never caught"); });
  throws.join();
}
TEST(StandardThread, EndsTheProgramByAnException) { expect_fails<&throw_in_thread>(Violation::exception); }

void compare_names() {
  thread::id others;
  thread other([&] { others = this_thread::get_id(); });
  const auto name = other.get_id();
  require(other.joinable() && name != this_thread::get_id() && name != thread::id(), "each thread has a name");
  other.join();
  require(others == name && other.get_id() == thread::id() && !other.joinable(), "the same for all");
  std::unordered_set<thread::id> names{name, this_thread::get_id(), name};
  require(names.size() == 2, "names are keys");
}
TEST(StandardThread, HasAName) { expect_executions<&compare_names>(1); }

template <bool kWaits>
void detach_thread() {
  atomic<int> ended = 0;
  thread([&] {
    ended = 1;
    ended.notify_one();
  }).detach();
  if (kWaits) ended.wait(0);
}
TEST(StandardThread, MayBeDetached) {
  const auto kept = run(program<&detach_thread<true>>());
  // The thread may still notify when the atomic is gone.
  ASSERT_TRUE(kept.result.finding.has_value()) << text(kept);
  EXPECT_EQ(kept.result.finding->violation, Violation::use_after_free);
}

atomic<int> of_all_threads = 0;
void detach_safely() {
  thread([] { of_all_threads = 1; }).detach();
}
TEST(StandardThread, ThatIsDetachedEndsBeforeTheExecutionDoes) { expect_executions<&detach_safely>(1); }

// ---- jthread and what stops it

template <bool kListens>
void stop_by_leaving() {
  atomic<bool> never = false;
  jthread works([&](const stop_token& stop) {
    while (kListens ? !stop.stop_requested() : !never) this_thread::yield();
  });
}
TEST(StandardJthread, IsStoppedAndJoinedWhenItIsDestroyed) {
  expect_holds<&stop_by_leaving<true>>();
  expect_fails<&stop_by_leaving<false>>(Violation::livelock);
}

void join_by_leaving() {
  CheckedAtomics::var<int> value{0};
  {
    jthread writes([&value](int written) { value.set(written); }, 5);
  }
  require(value.get() == 5, "its end is seen");
}
TEST(StandardJthread, NeedsNotTakeAToken) { expect_executions<&join_by_leaving>(1); }

void request_twice() {
  stop_source source;
  atomic<int> first = 0;
  const auto stop = [&] {
    if (source.request_stop()) ++first;
  };
  in_parallel(stop, stop);
  require(first == 1 && source.stop_requested(), "one of them is first");
  const auto token = source.get_token();
  require(token.stop_requested() && token.stop_possible() && !stop_token().stop_possible(), "tokens know it");
}
TEST(StandardStopToken, IsStoppedOnce) { expect_holds<&request_twice>(); }

void call_back() {
  stop_source source;
  CheckedAtomics::var<int> calls{0};
  {
    const stop_callback before(source.get_token(), [&] { calls.set(calls.get() + 1); });
    source.request_stop();
    require(calls.get() == 1, "it is called by the one that stops");
  }
  const stop_callback after(source.get_token(), [&] { calls.set(calls.get() + 1); });
  require(calls.get() == 2, "it is called at once if it comes too late");
}
TEST(StandardStopToken, CallsBack) { expect_executions<&call_back>(1); }

// The destructor waits for the call, which uses what is destroyed next.
template <bool kOutlives>
void destroy_while_called() {
  stop_source source;
  auto used = std::make_unique<atomic<int>>(0);
  in_parallel(
      [&] {
        {
          const stop_callback callback(source.get_token(), [&] { used->store(1, std::memory_order_relaxed); });
          if (kOutlives) used.reset();
        }
        used.reset();
      },
      [&] { source.request_stop(); });
}
TEST(StandardStopToken, WaitsForACallThatHasBegun) {
  expect_holds<&destroy_while_called<false>>();
  const auto verdict = run(program<&destroy_while_called<true>>());
  EXPECT_TRUE(verdict.result.finding.has_value()) << text(verdict);
}

// ---- functions as models

atomic<int> total = 5;
mutex total_mutex;
void use_globals() {
  static atomic<int> own = 7;
  const lock_guard lock(total_mutex);
  require(total == 5 && own == 7, "each execution begins anew");
  total = 6;
  own = 8;
  in_parallel([] { ++total; }, [] { ++total; });
}
TEST(StandardProgram, BeginsWithStaticObjectsAsTheyWereConstructed) {
  for (const unsigned jobs : {1U, 2U}) {
    Options options;
    options.jobs = jobs;
    expect_executions<&use_globals>(2, options);
  }
}

bool is_new = false;
void construct_late() {
  if (!is_new) return;
  static atomic<int> late = 0;
  ++late;
}
TEST(StandardProgram, SaysIfAStaticObjectComesTooLate) {
  const auto late = program<&construct_late>();
  is_new = true;
  try {
    (void)run(late);
    ADD_FAILURE() << "it is refused";
  } catch (const std::logic_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("a static object of a function"));
  }
}

void fail() { require(false, "this fails"); }
TEST(StandardProgram, HasTheNameOfItsFunction) {
  const auto subject = program<&fail>();
  EXPECT_EQ(subject.name, "fail");
  const auto verdict = run(subject);
  EXPECT_THAT(text(verdict), HasSubstr("thread 0 (fail)"));
}

}  // namespace
}  // namespace vigil::checker::standard
