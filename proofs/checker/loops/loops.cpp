#include "checker/loops/loops.hpp"

#include "checker/loops/counters.hpp"
#include "checker/loops/gives_up.hpp"

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <array>
#include <exception>
#include <string>
#include <tuple>

namespace vigil::conformance {
namespace {

using namespace loops;
using checker::Violation;

// ---- loops whose iterations other threads can distinguish

// In each iteration, the first thread writes a value under the mutex and soon overwrites it. The second thread sees the
// value in two iterations.
struct ShowsForAMoment {
  static constexpr auto threads() { return std::tuple{&ShowsForAMoment::shows, &ShowsForAMoment::reads}; }

  Layer::mutex mutex;
  Layer::atomic<bool> is_over{false};
  Layer::var<int> shown{0};

  void shows() {
    Layer::retry([this] {
      set(1);
      set(0);
      return is_over.load(kRelaxed);
    });
  }
  void set(int value) {
    mutex.lock();
    shown.set(value);
    mutex.unlock();
  }
  int read() {
    mutex.lock();
    const int value = shown.get();
    mutex.unlock();
    return value;
  }
  void reads() {
    const bool once = read() == 1;
    const bool not_then = read() == 0;
    const bool again = read() == 1;
    is_over.store(true, kRelaxed);
    Layer::require(!(once && not_then && again), "it is shown once");
  }
};

// The first thread counts the turns of the second one, under the mutex, if it sees each of them. The second thread goes
// on in the middle of an iteration, and sees what the first one has written in it.
struct CountsTurns {
  static constexpr auto threads() { return std::tuple{&CountsTurns::takes, &CountsTurns::counts}; }

  Layer::mutex mutex;
  Layer::var<int> turns{0};
  int count = 0;

  void counts() {
    Layer::retry([this] {
      mutex.lock();
      const int seen = turns.get();
      if (seen == count + 1) ++count;
      mutex.unlock();
      Layer::require(count != 3, "not every turn is seen");
      return seen == 3;
    });
  }
  void takes() {
    for (int turn = 0; turn != 3; ++turn) {
      mutex.lock();
      turns.set(turns.get() + 1);
      mutex.unlock();
    }
  }
};

// The first thread polls under the mutex. The second one sees that it does, then that it does not, then that it does.
struct SeenByTryLock {
  static constexpr auto threads() { return std::tuple{&SeenByTryLock::polls, &SeenByTryLock::tries}; }

  Layer::mutex mutex;
  Layer::var<bool> is_over{false};

  void polls() {
    for (;;) {
      mutex.lock();
      const bool over = is_over.get();
      mutex.unlock();
      if (over) return;
    }
  }
  void tries() {
    const bool first = mutex.try_lock();
    if (!first) {
      mutex.lock();
      mutex.unlock();
      const bool second = mutex.try_lock();
      Layer::require(second, "the mutex is never held again");
    }
    is_over.set(true);
    mutex.unlock();
  }
};

// The thread holds a mutex from its second iteration on, and tries to lock it again.
struct LocksTwice {
  static constexpr auto threads() { return std::tuple{&LocksTwice::locks, &LocksTwice::sets}; }

  Layer::mutex mutex;
  Layer::atomic<bool> is_set{false};

  void locks() {
    while (!is_set.load(kRelaxed)) (void)mutex.try_lock();
  }
  void sets() { is_set.store(true, kRelaxed); }
};

// The same for a declared attempt, and for an attempt that unlocks the mutex of its caller.
template <bool Locks>
struct LocksTwiceDeclared {
  static constexpr auto threads() { return std::tuple{&LocksTwiceDeclared::locks, &LocksTwiceDeclared::sets}; }

  Layer::mutex mutex;
  Layer::atomic<bool> is_set{false};

  void locks() {
    if (!Locks) mutex.lock();
    Layer::retry([this] {
      if (is_set.load(kRelaxed)) return true;
      Locks ? mutex.lock() : mutex.unlock();
      return false;
    });
  }
  void sets() { is_set.store(true, kRelaxed); }
};

// The iterations differ, with a period of `Period`.
template <int Period>
struct Alternates {
  static constexpr auto threads() { return std::tuple{&Alternates::waits, &Alternates::sets}; }

  Layer::atomic<bool> is_set{false};
  int phase = 0;

  void waits() {
    while (!is_set.load(kAcquire)) phase = (phase + 1) % Period;
    Layer::require(phase != Period - 1, "the last phase is never the last");
  }
  void sets() { is_set.store(true, kRelease); }
};

// ---- loops that wait

struct Waits {
  static constexpr auto threads() { return std::tuple{&Waits::waits, &Waits::sets}; }
  Layer::atomic<bool> is_set{false};
  void waits() {
    while (!is_set.load(kAcquire)) Layer::relax();
  }
  void sets() { is_set.store(true, kRelease); }
};

struct WaitsForEver {
  static constexpr auto threads() { return std::tuple{&WaitsForEver::waits, &WaitsForEver::sets}; }
  Layer::atomic<int> value{0};
  void waits() {
    while (value.load(kAcquire) != 2) Layer::relax();
  }
  void sets() { value.store(1, kRelease); }
};

// A cached index is overwritten with the value that it already has.
struct WritesTheSame {
  static constexpr auto threads() { return std::tuple{&WritesTheSame::waits, &WritesTheSame::sets}; }
  Layer::atomic<int> index{0};
  Layer::var<int> cached{0};
  int plain = 0;
  void waits() {
    while (cached.get() == 0) {
      cached.set(index.load(kAcquire));
      plain = cached.get();
    }
  }
  void sets() { index.store(1, kRelease); }
};

struct PollsUnderMutex {
  static constexpr auto threads() {
    return std::tuple{&PollsUnderMutex::polls, &PollsUnderMutex::polls, &PollsUnderMutex::sets};
  }
  Layer::mutex mutex;
  Layer::var<bool> is_set{false};
  void polls() {
    for (bool is_done = false; !is_done;) {
      mutex.lock();
      is_done = is_set.get();
      mutex.unlock();
    }
  }
  void sets() {
    mutex.lock();
    is_set.set(true);
    mutex.unlock();
  }
};

// No thread sets the flag that both poll for.
struct PollsForEver {
  static constexpr auto threads() { return std::tuple{&PollsForEver::polls, &PollsForEver::polls}; }
  Layer::mutex mutex;
  Layer::var<bool> is_set{false};
  void polls() {
    for (bool is_done = false; !is_done;) {
      mutex.lock();
      is_done = is_set.get();
      mutex.unlock();
    }
  }
};

// A failed exchange writes the value that was there. Other threads change the data in between.
template <bool Unlocks>
struct ExchangeLock {
  static constexpr auto threads() { return std::tuple{&ExchangeLock::adds, &ExchangeLock::adds, &ExchangeLock::adds}; }
  Layer::atomic<bool> is_locked{false};
  int count = 0;
  Layer::var<int> checked{0};
  void adds() {
    while (is_locked.exchange(true, kAcquire)) {
    }
    ++count;
    checked.set(count);
    if (Unlocks) is_locked.store(false, kRelease);
  }
};

template <class Model>
constexpr LoopModel model(std::string_view name, checker::Outcome outcome) {
  return {name, checker::code_of<Model>(), outcome};
}
template <class Model>
constexpr LoopModel bounded(std::string_view name, checker::Outcome outcome, unsigned most_events) {
  return {name, checker::code_of<Model>(), outcome, most_events, false};
}
template <class Model>
constexpr LoopModel endless(std::string_view name, checker::Outcome outcome) {
  return {name, checker::code_of<Model>(), outcome, 1'000, false};
}

constexpr auto kRace = Violation::data_race;

const auto kModels = std::to_array<LoopModel>({
    model<GivesUp<InMember>>("gives up: counted in a member", kRace),
    model<GivesUp<InNestedObject>>("gives up: counted in a nested object", kRace),
    model<GivesUp<InStatic>>("gives up: counted in a static", kRace),
    model<GivesUp<InLargeStatic>>("gives up: counted in a large static", kRace),
    model<GivesUp<InStaticOfFunction>>("gives up: counted in a function's static", kRace),
    model<GivesUp<InThreadLocal>>("gives up: counted in thread_local data", kRace),
    model<GivesUp<InNew>>("gives up: counted in memory from new", kRace),
    model<GivesUp<InMalloc>>("gives up: counted in memory from malloc", kRace),
    model<GivesUp<InCalloc>>("gives up: counted in memory from calloc", kRace),
    model<GivesUp<InAllocatedMemory>>("gives up: counted in memory from Layer::allocate", kRace),
    model<GivesUp<InStdAtomic>>("gives up: counted in a std::atomic", kRace),
    model<GivesUp<InStaticStdAtomic>>("gives up: counted in a static std::atomic", kRace),
    model<GivesUp<InVar>>("gives up: counted in a var", kRace),
    model<GivesUp<InFunction>>("gives up: counted in a std::function", kRace),
    model<GivesUp<InLargeFunction>>("gives up: counted in a std::function that allocates", kRace),
    model<GivesUp<InVector>>("gives up: counted in a std::vector", kRace),
    model<GivesUp<InGrowingVector>>("gives up: counted by a std::vector that grows", kRace),
    model<GivesUp<InString>>("gives up: counted in a std::string", kRace),
    model<GivesUp<InGenerator>>("gives up: drawn from a generator", kRace),
    model<GivesUp<InRand>>("gives up: drawn by rand()", kRace),
    model<GivesUp<InBits>>("gives up: counted in a bit field", kRace),
    model<GivesUpExchanging<InMember>>("gives up exchanging: counted in a member", kRace),
    model<GivesUpExchanging<InStatic>>("gives up exchanging: counted in a static", kRace),
    model<GivesUpExchanging<InNew>>("gives up exchanging: counted in memory from new", kRace),
    model<GivesUpDeclared<InMember>>("gives up retrying: counted in a member", kRace),
    model<GivesUpDeclared<InStatic>>("gives up retrying: counted in a static", kRace),
    model<GivesUpDeclared<InNew>>("gives up retrying: counted in memory from new", kRace),
    model<GivesUpInCallersFrame>("gives up retrying: counted in the caller's frame", kRace),
    model<GivesUpLocking<InMember>>("gives up locking: counted in a member", kRace),
    model<GivesUpLocking<InStatic>>("gives up locking: counted in a static", kRace),
    model<GivesUpInStartedCode>("gives up: counted in what a started thread has captured", kRace),
    model<GivesUpOnAnothersStack>("gives up: counted on another thread's stack", kRace),
    bounded<ShowsForAMoment>("shows something for a moment", Violation::requirement, 24),
    bounded<CountsTurns>("counts turns under a mutex", Violation::requirement, 40),
    bounded<SeenByTryLock>("is seen by an attempt to lock", Violation::requirement, 12),
    model<LocksTwice>("holds a mutex from its second iteration on", Violation::mutex_misuse),
    model<LocksTwiceDeclared<true>>("holds a mutex from its second attempt on", Violation::mutex_misuse),
    model<LocksTwiceDeclared<false>>("unlocks a mutex in each attempt", Violation::mutex_misuse),
    bounded<Alternates<2>>("alternates between two iterations", Violation::requirement, 20),
    bounded<Alternates<3>>("alternates between three iterations", Violation::requirement, 20),
    bounded<Alternates<7>>("alternates between seven iterations", Violation::requirement, 20),
    endless<Waits>("waits", checker::kHolds),
    endless<WaitsForEver>("waits for ever", Violation::livelock),
    endless<WritesTheSame>("writes the same value", checker::kHolds),
    endless<PollsUnderMutex>("polls under a mutex", checker::kHolds),
    endless<PollsForEver>("polls under a mutex for ever", Violation::livelock),
    endless<ExchangeLock<true>>("locks by exchange", checker::kHolds),
    endless<ExchangeLock<false>>("locks by exchange and never unlocks", Violation::livelock),
});

std::string said(const checker::Result& result) {
  if (result.finding) return std::string(name_of(result.finding->violation)) + " (" + result.finding->what + ")";
  if (result.holds()) return "holds";
  return result.bounded != 0 ? "bounded" : "not complete";
}

std::string disagreement(const LoopModel& model, checker::Spins spins) {
  checker::Options options;
  options.spins = spins;
  options.most_events = model.most_events;
  // Bounds a search that goes wrong.
  options.most_executions = 1'000'000;
  std::string found;
  try {
    const checker::Result result = checker::check(model.code, options);
    const bool is_right = model.outcome.holds()
                              ? result.holds()
                              : result.finding && checker::Outcome(result.finding->violation) == model.outcome;
    if (!is_right) found = said(result);
  } catch (const std::exception& exception) {
    found = exception.what();
  }
  if (found.empty()) return "";
  return std::string(model.name) + (spins == checker::Spins::unrolled ? ", unrolled" : "") + ": " + found +
         " instead of " + std::string(name_of(model.outcome)) + "\n";
}

}  // namespace

std::span<const LoopModel> loop_models() { return kModels; }

std::string disagreement(const LoopModel& model) {
  std::string found = disagreement(model, checker::Spins::recurring);
  if (model.can_be_unrolled) found += disagreement(model, checker::Spins::unrolled);
  return found;
}

}  // namespace vigil::conformance
