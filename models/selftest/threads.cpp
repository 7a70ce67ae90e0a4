// Features of the checker's layer that Relacy's lacks: threads that threads start, waits on an atomic, and choices.

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/model/model.hpp>

#include <array>

namespace vigil::models {
namespace {

struct NotifyProtocol {
  bool notifies = true;
  bool stores_first = true;
};
NotifyProtocol protocol;

template <AtomicsLayer Layer>
struct WaitOnAtomic {
  static constexpr std::string_view kSentence = "a thread that waits on an atomic is woken once its value has changed";
  static constexpr std::string_view kBounds = "2 waiters, 1 thread that changes the value and notifies all";
  static constexpr auto threads() {
    return std::tuple{&WaitOnAtomic::waiter, &WaitOnAtomic::waiter, &WaitOnAtomic::changes};
  }

  typename Layer::template var<int> data{0, "data"};
  typename Layer::template atomic<int> state{0, "state"};

  void waiter() {
    Layer::retry([this] {
      if (state.load(std::memory_order_acquire) != 0) return true;
      state.wait(0, std::memory_order_relaxed);
      return false;
    });
    Layer::require(data.get() == 7, "the data written before the change is visible");
  }
  void changes() {
    data.set(7);
    if (!protocol.stores_first) state.notify_all();
    state.store(1, std::memory_order_release);
    if (protocol.stores_first && protocol.notifies) state.notify_all();
  }
};
const auto wait = model<WaitOnAtomic>("selftest/threads/wait-on-atomic").tables(protocol).holds();
const auto never_notified = wait.with(NotifyProtocol{.notifies = false})
                                .named("selftest/threads/wait-on-atomic/never-notified")
                                .fails(Violation::missed_wake);
const auto notified_early = wait.with(NotifyProtocol{.stores_first = false})
                                .named("selftest/threads/wait-on-atomic/notified-before-the-change")
                                .fails(Violation::missed_wake);

// One notification for two waiters.
template <AtomicsLayer Layer>
struct OneForTwo {
  static constexpr std::string_view kSentence = "two threads that wait on an atomic are both woken by one notification";
  static constexpr std::string_view kBounds = "2 waiters, 1 thread that changes the value and notifies one";
  static constexpr auto threads() { return std::tuple{&OneForTwo::waiter, &OneForTwo::waiter, &OneForTwo::changes}; }

  typename Layer::template atomic<int> state{0, "state"};

  void waiter() { state.wait(0, std::memory_order_acquire); }
  void changes() {
    state.store(1, std::memory_order_release);
    state.notify_one();
  }
};
const auto one_for_two =
    model<OneForTwo>("selftest/threads/wait-on-atomic/one-notified-of-two").fails(Violation::missed_wake);

struct JoinProtocol {
  bool joins_before_it_reads = true;
  bool joins_with_mutex_held = false;
};
JoinProtocol joining;

template <AtomicsLayer Layer>
struct StartAndJoin {
  static constexpr std::string_view kSentence = "a thread that joins another sees its writes, and both end";
  static constexpr std::string_view kBounds = "1 thread that starts another, and joins it";
  static constexpr auto threads() { return std::tuple{&StartAndJoin::starts}; }

  typename Layer::mutex mutex{"mutex"};
  typename Layer::template var<int> data{1, "data"};

  void starts() {
    data.set(2);
    typename Layer::thread started([this] {
      const LockGuard lock(mutex);
      data.set(data.get() + 1);
    });
    if (!joining.joins_before_it_reads) (void)data.get();
    if (joining.joins_with_mutex_held) mutex.lock();
    started.join();
    if (joining.joins_with_mutex_held) mutex.unlock();
    Layer::require(data.get() == 3, "the started thread has seen the earlier write, and has ended");
  }
};
const auto join = model<StartAndJoin>("selftest/threads/start-and-join").starts(1).tables(joining).holds();
const auto read_too_early = join.with(JoinProtocol{.joins_before_it_reads = false})
                                .named("selftest/threads/start-and-join/reads-before-it-joins")
                                .fails(Violation::data_race);
const auto mutex_held = join.with(JoinProtocol{.joins_with_mutex_held = true})
                            .named("selftest/threads/start-and-join/joins-with-the-mutex-held")
                            .fails(Violation::deadlock);

template <AtomicsLayer Layer>
struct NeverJoined {
  static constexpr std::string_view kSentence = "a thread that was started is joined";
  static constexpr std::string_view kBounds = "1 thread that starts another and forgets it";
  static constexpr auto threads() { return std::tuple{&NeverJoined::starts}; }

  void starts() {
    const typename Layer::thread forgotten([] {});
  }
};
const auto never_joined = model<NeverJoined>("selftest/threads/never-joined").starts(1).fails(Violation::requirement);

// The pointer of a thread is part of its state, and is null in each new thread.
template <AtomicsLayer Layer>
struct OwnPointer {
  static constexpr std::string_view kSentence = "each thread has a pointer of its own, null at first";
  static constexpr std::string_view kBounds = "2 threads; each starts another";
  static constexpr auto threads() { return std::tuple{&OwnPointer::thread, &OwnPointer::thread}; }

  using Specific = typename Layer::template thread_specific<int>;

  typename Layer::template atomic<int> turns{0, "turns"};

  void thread() {
    int own = 0;
    keeps(own);
    typename Layer::thread started([this] {
      int other = 0;
      keeps(other);
    });
    started.join();
    Layer::require(Specific::get() == &own, "another thread's pointer is separate");
  }

 private:
  void keeps(int& own) {
    Layer::require(Specific::get() == nullptr, "a new thread's pointer is null");
    Specific::set(&own);
    turns.fetch_add(1, std::memory_order_relaxed);
    Layer::require(Specific::get() == &own, "the thread's pointer keeps its value");
  }
};
const auto own_pointer = model<OwnPointer>("selftest/threads/own-pointer").starts(2).holds();

struct Dice {
  unsigned sides = 3;
};
Dice dice;

template <AtomicsLayer Layer>
struct TwoThrows {
  static constexpr std::string_view kSentence = "two dice of three sides never show five or more together";
  static constexpr std::string_view kBounds = "1 thread: two throws, each from 0";
  static constexpr auto threads() { return std::tuple{&TwoThrows::throws}; }

  void throws() {
    const unsigned first = Layer::choose(dice.sides);
    Layer::require(first + Layer::choose(dice.sides) < 5, "less than five");
  }
};
const auto two_throws = model<TwoThrows>("selftest/threads/choose").tables(dice).executions(9).holds();
const auto four_sides = two_throws.with(Dice{.sides = 4})
                            .named("selftest/threads/choose/four-sides")
                            .executions(16, 3)
                            .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
