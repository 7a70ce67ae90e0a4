// Does the engine find a thread that is blocked for ever, and the misuse of a mutex?

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

struct SleepProtocol {
  bool waker_locks = true;
  bool sleeper_checks_under_mutex = true;
};
SleepProtocol protocol;

template <AtomicsLayer Layer>
struct SleepUntilReady {
  static constexpr std::string_view kSentence = "a sleeper whose condition has become true is woken";
  static constexpr std::string_view kBounds = "1 sleeper, 1 waker, one wake";
  static constexpr auto threads() { return std::tuple{&SleepUntilReady::sleeper, &SleepUntilReady::waker}; }

  typename Layer::mutex mutex{"mutex"};
  typename Layer::condition_variable condition{"condition"};
  typename Layer::template atomic<bool> ready{false, "ready"};

  void sleeper() {
    if (!protocol.sleeper_checks_under_mutex && ready.load(std::memory_order_seq_cst)) return;
    LockGuard lock(mutex);
    if (protocol.sleeper_checks_under_mutex) {
      while (!ready.load(std::memory_order_seq_cst)) condition.wait(mutex);
    } else {
      condition.wait(mutex);
    }
  }
  void waker() {
    if (protocol.waker_locks) mutex.lock();
    ready.store(true, std::memory_order_seq_cst);
    if (protocol.waker_locks) mutex.unlock();
    condition.notify_one();
  }
};
const auto sleep = model<SleepUntilReady>("selftest/blocking/sleep-until-ready").tables(protocol).holds();
const auto waker_does_not_lock = sleep.with(SleepProtocol{.waker_locks = false})
                                     .named("selftest/blocking/sleep-until-ready/waker-does-not-lock")
                                     .fails(Violation::missed_wake);
const auto sleeper_checks_before = sleep.with(SleepProtocol{.sleeper_checks_under_mutex = false})
                                       .named("selftest/blocking/sleep-until-ready/sleeper-checks-before-it-locks")
                                       .fails(Violation::missed_wake);

struct LockOrder {
  bool is_the_same = false;
};
LockOrder lock_order;

template <AtomicsLayer Layer>
struct TwoMutexes {
  static constexpr std::string_view kSentence =
      "two threads that lock two mutexes, perhaps in opposite order, both end";
  static constexpr std::string_view kBounds = "2 threads, 2 mutexes";
  static constexpr auto threads() { return std::tuple{&TwoMutexes::left, &TwoMutexes::right}; }

  typename Layer::mutex a{"a"};
  typename Layer::mutex b{"b"};

  void left() {
    LockGuard first(a);
    LockGuard second(b);
  }
  void right() {
    LockGuard first(lock_order.is_the_same ? a : b);
    LockGuard second(lock_order.is_the_same ? b : a);
  }
};
const auto two_mutexes =
    model<TwoMutexes>("selftest/blocking/two-mutexes").tables(lock_order).fails(Violation::deadlock);
const auto same_order =
    two_mutexes.with(LockOrder{.is_the_same = true}).named("selftest/blocking/two-mutexes/same-order").holds();

template <AtomicsLayer Layer>
struct MutexExcludes {
  static constexpr std::string_view kSentence = "data under a mutex is written by one thread at a time";
  static constexpr std::string_view kBounds = "2 threads that lock, 1 that tries to";
  static constexpr auto threads() {
    return std::tuple{&MutexExcludes::adds, &MutexExcludes::adds, &MutexExcludes::tries};
  }

  typename Layer::mutex mutex{"mutex"};
  typename Layer::template var<int> count{0, "count"};

  void adds() {
    LockGuard lock(mutex);
    count.set(count.get() + 1);
  }
  void tries() {
    if (!mutex.try_lock()) return;
    count.set(count.get() + 1);
    mutex.unlock();
  }
  void finish() { Layer::require(count.get() == 2 || count.get() == 3, "no addition is lost"); }
};
const auto mutex_excludes = model<MutexExcludes>("selftest/blocking/mutex-excludes").holds();

template <AtomicsLayer Layer>
struct LockedTwice {
  static constexpr std::string_view kSentence = "a mutex is not locked by the thread that holds it";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&LockedTwice::thread}; }

  typename Layer::mutex mutex{"mutex"};

  void thread() {
    mutex.lock();
    mutex.lock();
  }
};
const auto locked_twice = model<LockedTwice>("selftest/blocking/locked-twice").fails(Violation::mutex_misuse);

template <AtomicsLayer Layer>
struct UnlockedByAnother {
  static constexpr std::string_view kSentence = "a mutex is unlocked by the thread that holds it";
  static constexpr std::string_view kBounds = "2 threads";
  static constexpr auto threads() { return std::tuple{&UnlockedByAnother::locks, &UnlockedByAnother::unlocks}; }

  typename Layer::mutex mutex{"mutex"};

  void locks() { mutex.lock(); }
  void unlocks() { mutex.unlock(); }
};
const auto unlocked_by_another =
    model<UnlockedByAnother>("selftest/blocking/unlocked-by-another").fails(Violation::mutex_misuse);

template <AtomicsLayer Layer>
struct LockedInTurn {
  static constexpr std::string_view kSentence = "a mutex may be locked repeatedly, by one holder at a time";
  static constexpr std::string_view kBounds = "2 threads, each locks and unlocks twice";
  static constexpr auto threads() { return std::tuple{&LockedInTurn::thread, &LockedInTurn::thread}; }

  typename Layer::mutex mutex{"mutex"};

  void thread() {
    for (int round = 0; round != 2; ++round) {
      mutex.lock();
      mutex.unlock();
    }
  }
};
const auto locked_in_turn = model<LockedInTurn>("selftest/blocking/locked-in-turn").holds();

struct WaitProtocol {
  bool holds_the_mutex = true;
};
WaitProtocol wait_protocol;

template <AtomicsLayer Layer>
struct WaitsForCondition {
  static constexpr std::string_view kSentence = "a thread that waits on a condition variable holds the mutex";
  static constexpr std::string_view kBounds = "1 thread that waits, 1 that wakes";
  static constexpr auto threads() { return std::tuple{&WaitsForCondition::waits, &WaitsForCondition::wakes}; }

  typename Layer::mutex mutex{"mutex"};
  typename Layer::condition_variable condition{"condition"};
  typename Layer::template atomic<bool> is_awake{false, "is_awake"};

  void waits() {
    if (wait_protocol.holds_the_mutex) mutex.lock();
    while (!is_awake.load(std::memory_order_relaxed)) condition.wait(mutex);
    if (wait_protocol.holds_the_mutex) mutex.unlock();
  }
  void wakes() {
    const LockGuard lock(mutex);
    is_awake.store(true, std::memory_order_relaxed);
    condition.notify_one();
  }
};
const auto waits = model<WaitsForCondition>("selftest/blocking/wait-with-mutex").tables(wait_protocol).holds();
const auto waits_without_mutex = waits.with(WaitProtocol{.holds_the_mutex = false})
                                     .named("selftest/blocking/wait-with-mutex/mutex-not-held")
                                     .fails(Violation::mutex_misuse);

template <AtomicsLayer Layer>
struct SpinsForEver {
  static constexpr std::string_view kSentence = "a thread that spins for a flag that no thread sets ends";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&SpinsForEver::thread}; }

  typename Layer::template atomic<bool> flag{false, "flag"};

  void thread() {
    while (!flag.load(std::memory_order_acquire)) Layer::relax();
  }
};
const auto spins_for_ever = model<SpinsForEver>("selftest/blocking/spins-for-ever").fails(Violation::livelock);

template <AtomicsLayer Layer>
struct SpinsUntilSet {
  static constexpr std::string_view kSentence = "a thread that spins for a flag that another thread sets ends";
  static constexpr std::string_view kBounds = "1 thread that spins, 1 that sets";
  static constexpr auto threads() { return std::tuple{&SpinsUntilSet::spins, &SpinsUntilSet::sets}; }

  typename Layer::template atomic<bool> flag{false, "flag"};

  void spins() {
    while (!flag.load(std::memory_order_acquire)) Layer::relax();
  }
  void sets() { flag.store(true, std::memory_order_release); }
};
const auto spins_until_set = model<SpinsUntilSet>("selftest/blocking/spins-until-set").holds();

}  // namespace
}  // namespace vigil::models
