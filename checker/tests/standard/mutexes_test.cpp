// The mutexes of the standard, and the locks that hold them.

#include "programs.hpp"

#include <chrono>
#include <mutex>
#include <optional>
#include <system_error>

namespace vigil::checker::standard {
namespace {

using namespace std::chrono_literals;

template <class Mutex, bool kLocks>
void add_under() {
  Mutex mutex;
  CheckedAtomics::var<int> sum{0};
  const auto add = [&] {
    std::optional<lock_guard<Mutex>> guard;
    if (kLocks) guard.emplace(mutex);
    sum.set(sum.get() + 1);
  };
  in_parallel(add, add);
  require(sum.get() == 2, "both are counted");
}
template <class Mutex>
void expect_exclusion() {
  expect_executions<&add_under<Mutex, true>>(2);
  expect_fails<&add_under<Mutex, false>>(Violation::data_race);
}
TEST(StandardMutex, ExcludesOthers) {
  expect_exclusion<mutex>();
  expect_exclusion<timed_mutex>();
  expect_exclusion<recursive_mutex>();
  expect_exclusion<recursive_timed_mutex>();
  expect_exclusion<shared_mutex>();
  expect_exclusion<shared_timed_mutex>();
}

template <class Mutex>
void keep() {
  Mutex mutex;
  mutex.lock();
  thread other([&] { mutex.lock(); });
  other.join();
}
TEST(StandardMutex, ThatIsNeverUnlockedIsADeadlock) {
  expect_fails<&keep<mutex>>(Violation::deadlock);
  expect_fails<&keep<recursive_mutex>>(Violation::deadlock);
  expect_fails<&keep<shared_mutex>>(Violation::deadlock);
}

template <class Mutex>
void lock_twice() {
  Mutex mutex;
  mutex.lock();
  require(mutex.try_lock(), "it is locked again");
  mutex.lock();
  mutex.unlock();
  mutex.unlock();
  thread other([&] { require(!mutex.try_lock(), "it is still locked"); });
  other.join();
  mutex.unlock();
}
TEST(StandardMutex, IsLockedAgainOnlyIfItIsRecursive) {
  expect_executions<&lock_twice<recursive_mutex>>(1);
  expect_executions<&lock_twice<recursive_timed_mutex>>(1);
  expect_fails<&lock_twice<mutex>>(Violation::mutex_misuse);
  expect_fails<&lock_twice<timed_mutex>>(Violation::mutex_misuse);
}

template <class Mutex>
void unlock_others() {
  Mutex mutex;
  mutex.lock();
  thread other([&] { mutex.unlock(); });
  other.join();
}
TEST(StandardMutex, IsUnlockedByItsHolderAlone) {
  expect_fails<&unlock_others<mutex>>(Violation::mutex_misuse);
  expect_fails<&unlock_others<recursive_mutex>>(Violation::mutex_misuse);
}
void unlock_free() {
  shared_mutex mutex;
  mutex.unlock_shared();
}
TEST(StandardSharedMutex, IsUnlockedOnlyByOneThatHasIt) { expect_fails<&unlock_free>(Violation::requirement); }

template <class Mutex, bool kOthersKeepIt>
void lock_in_time() {
  Mutex mutex;
  std::optional<unique_lock<Mutex>> kept;
  if (kOthersKeepIt) kept.emplace(mutex);
  atomic<int> locked = -1;
  thread other([&] {
    unique_lock<Mutex> lock(mutex, 1ms);
    locked = lock.owns_lock() ? 1 : 0;
  });
  other.join();
  require(locked == (kOthersKeepIt ? 0 : 1), "it times out if it has to");
}
template <class Mutex>
void expect_timeouts() {
  expect_executions<&lock_in_time<Mutex, true>>(1);
  expect_executions<&lock_in_time<Mutex, false>>(1);
}
TEST(StandardMutex, MayBeWaitedForInVain) {
  expect_timeouts<timed_mutex>();
  expect_timeouts<recursive_timed_mutex>();
  expect_timeouts<shared_timed_mutex>();
}

template <bool kShares>
void read_together() {
  shared_mutex mutex;
  atomic<int> inside = 0, together = 0;
  const auto read = [&] {
    shared_lock<shared_mutex> shared(mutex, std::defer_lock);
    unique_lock<shared_mutex> alone(mutex, std::defer_lock);
    if (kShares)
      shared.lock();
    else
      alone.lock();
    if (inside.fetch_add(1) == 1) together = 1;
    inside.fetch_sub(1);
  };
  in_parallel(read, read);
  require(together == 0, "they are never together");
}
TEST(StandardSharedMutex, IsSharedByReaders) {
  expect_fails<&read_together<true>>(Violation::requirement);
  expect_holds<&read_together<false>>();
}

template <bool kSharesOnly>
void write_while_others_read() {
  shared_mutex mutex;
  CheckedAtomics::var<int> value{0};
  in_parallel(
      [&] {
        if (kSharesOnly) {
          shared_lock lock(mutex);
          value.set(1);
        } else {
          lock_guard lock(mutex);
          value.set(1);
        }
      },
      [&] {
        shared_lock lock(mutex);
        (void)value.get();
      });
}
TEST(StandardSharedMutex, KeepsReadersFromAWriter) {
  expect_executions<&write_while_others_read<false>>(2);
  expect_fails<&write_while_others_read<true>>(Violation::data_race);
}

// ---- locks

template <bool kInOneGo>
void lock_crosswise() {
  mutex one, other;
  const auto lock_both = [](mutex& first, mutex& second) {
    if (kInOneGo) {
      scoped_lock lock(first, second);
    } else {
      scoped_lock lock(first);
      scoped_lock lock_too(second);
    }
  };
  in_parallel([&] { lock_both(one, other); }, [&] { lock_both(other, one); });
}
TEST(StandardLocks, OfSeveralMutexesAvoidDeadlocks) {
  expect_holds<&lock_crosswise<true>>();
  expect_fails<&lock_crosswise<false>>(Violation::deadlock);
}

// Locks have no order of their own: their mutexes have.
void lock_crosswise_by_locks() {
  mutex one, other;
  const auto lock_both = [](mutex& first, mutex& second) {
    unique_lock lock(first, std::defer_lock);
    unique_lock lock_too(second, std::defer_lock);
    standard::lock(lock, lock_too);
  };
  in_parallel([&] { lock_both(one, other); }, [&] { lock_both(other, one); });
}
TEST(StandardLocks, OfSeveralLocksAvoidDeadlocks) { expect_executions<&lock_crosswise_by_locks>(2); }

void hold_in_locks() {
  mutex one;
  unique_lock lock(one);
  require(lock.owns_lock() && lock && lock.mutex() == &one, "it owns the mutex");
  unique_lock moved(std::move(lock));
  require(moved.owns_lock() && !lock.owns_lock(), "it moves");
  moved.unlock();
  require(moved.try_lock(), "it locks again");
  bool threw = false;
  try {
    moved.lock();
  } catch (const std::system_error&) {
    threw = true;
  }
  require(threw, "not twice");
  moved.release()->unlock();
  const unique_lock<mutex> tried(one, std::try_to_lock);
  require(tried.owns_lock(), "it tries");
  mutex other;
  other.lock();
  const lock_guard adopted(other, std::adopt_lock);
}
TEST(StandardLocks, OwnWhatTheyLock) { expect_executions<&hold_in_locks>(1); }

}  // namespace
}  // namespace vigil::checker::standard
