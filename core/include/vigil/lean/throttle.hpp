#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/latch/once_latch.hpp>
#include <vigil/lean/event.hpp>
#include <vigil/lean/sync_word.hpp>
#include <vigil/lean/throttle_tables.hpp>

namespace vigil::lean {

// How the threads of a pool come and go. They are started when there is something to do and no thread is free, sleep
// when there is nothing, are woken one at a time, and leave at a shutdown when all is done. A SyncWord decides, and
// threads block in an Event.
//
// A poster pushes a task, then calls notify. A thread of the pool is this loop:
//
//     Searcher self;
//     while (throttle.wait(self))
//       while (task = pop()) {                        // also after it found a queue that another thread holds
//         throttle.found(self, task.pushed, sees_more, start);
//         run(task);
//       }
//     throttle.leave(self);
//
// `pushed` says that others may find more where this task came from. `sees_more` checks for tasks anywhere but in the
// thread's own places. `start` starts a thread that runs the loop, and returns whether it could; it is called without
// locks, by several threads at once. If no thread can be started, the threads that exist go on without it. If there are
// none, the poster runs what has been pushed: see notify.
//
// Only a thread that searched everywhere and saw nothing drops a token. A thread that took a token and found a task
// checks for more, because the token may stand for more tasks than one (S-50), and notifies once more if it sees any.
// So a lone task wakes one thread. A queue may appear empty to one thread while another thread holds it; the holder
// notifies when it lets go, if it leaves tasks there. So no thread waits for another on the way to a task.
//
// Shutdown: tasks that were pushed and notified before it are run, by as many threads as before, and so are the tasks
// that they push. Threads leave when all of them are idle and there is no token. No thread from outside may push, or be
// between push and notify, once the pool is shut down: the pool admits posters, for which it has an AdmissionWord.

/// What a caller of Throttle::notify has left to do.
enum class Notified {
  /// Nothing.
  done,
  /// Throttle::stand_in: no thread could be started, and there is none.
  stand_in,
};

/// How threads of a pool are started, sleep, wake and leave.
///
/// \tparam Sync, EventType, Latch  The SyncWord, the Event and the latch of the joiners, on the same layer.
/// \threads  Any thread, if a member does not say more.
///
/// \snippet lean/throttle.cpp example
template <WaitingLayer Layer = StdAtomics, class Sync = SyncWord<SyncWidths<>, Layer>, class EventType = Event<Layer>,
          class Latch = OnceLatch<Layer, Waiters::many>, const ThrottleProtocol& Protocol = kThrottleProtocol>
class Throttle {
 public:
  /// The type of the word.
  using Word = typename Sync::Word;
  /// What the word says at one moment.
  using Snapshot = typename Sync::Snapshot;
  /// How a thread spins before it blocks.
  using Spin = typename EventType::Spin;

  /// For at most `most_threads` threads; `first` says which threads exist already.
  ///
  /// \throws std::invalid_argument as SyncWord.
  constexpr explicit Throttle(Word most_threads, Snapshot first = Snapshot(0)) : sync_(most_threads, first) {}
  Throttle(const Throttle&) = delete;
  Throttle& operator=(const Throttle&) = delete;

  /// Wakes or starts a thread if one is needed. To be called after a task was pushed. After `stand_in` the caller calls
  /// Throttle::stand_in, because no other thread may ever run the task.
  ///
  /// \progress  Lock-free, and a system call to wake a thread; `start` starts one.
  /// \orders    What came before happens before the return of wait or found of the thread that takes the token.
  template <class Start>
  [[nodiscard]] Notified notify(Start start) {
    return wake(false, start);
  }

  /// Says that the caller has found a task, which it runs next. Wakes the next thread if the task was `pushed` where
  /// others search, or if the caller was woken or took a token, and sees more.
  ///
  /// \threads   A thread of the pool.
  /// \progress  As notify.
  template <class SeesMore, class Start>
  void found(Searcher& self, bool pushed, SeesMore sees_more, Start start) {
    const Searcher before = self;
    self = {};
    if (!pushed && !stands_for_more(before, sees_more) && (!before.is_waking || sync_.settle())) return;
    const Notified notified = wake(before.is_waking, start);
    Layer::require(notified == Notified::done, "Throttle: a thread of the pool stands in for the only one");
  }

  /// Says that the caller has found no task. True if it has to search again, false if it has to leave. Spins before it
  /// blocks.
  ///
  /// \threads   A thread of the pool.
  /// \progress  Blocking: until there may be a task, or the pool is shut down.
  [[nodiscard]] bool wait(Searcher& self, Spin spin = Spin()) {
    Turn turn = Turn::sleep;
    Layer::retry([&] {
      turn = sync_.take_turn(self);
      if (turn == Turn::close) event_.shutdown();
      if (turn != Turn::sleep) return true;
      (void)event_.wait(spin);
      return false;
    });
    return turn == Turn::search;
  }

  /// The last access of a thread to the throttle.
  ///
  /// \threads   A thread of the pool to which wait returned false.
  /// \progress  Wait-free; the last thread wakes the joiners.
  void leave(const Searcher& self) {
    if (sync_.leave(self)) out_.set();
  }

  /// Acts as a thread of the pool until there is no token. `drain(self)` is the inner loop of a thread. If the pool was
  /// shut down, it may have been destroyed when this returns.
  ///
  /// \threads  A caller to which notify returned `stand_in`.
  template <class Drain>
  void stand_in(Drain drain) {
    Searcher self;
    Turn turn = Turn::search;
    while ((turn = sync_.take_turn(self, false)) == Turn::search) drain(self);
    if (turn == Turn::close) event_.shutdown();
    if (turn != Turn::retire) leave(self);
  }

  /// Whether no thread had called shut_down at some moment.
  ///
  /// \progress Wait-free.
  [[nodiscard]] bool accepts() const {
    const Snapshot now = sync_.load();
    return !now.closing() && now.state() != SyncState::shut_down;
  }

  /// Lets all threads leave when nothing is left to do. False if another call has done so.
  ///
  /// \progress  Lock-free; if the pool is at rest, wakes all threads.
  bool shut_down() {
    const Closing closing = sync_.close();
    if (closing == Closing::at_rest) {
      event_.shutdown();
      if (sync_.closed()) out_.set();
    }
    return closing != Closing::done_before;
  }

  /// Waits until the throttle is shut down and all threads have called leave. Spins first. What a thread does after
  /// leave is not waited for: join it.
  ///
  /// \threads   Any number of threads, none of them one of the pool's.
  /// \progress  Blocking.
  /// \orders    What all threads did before leave happens before the return.
  void join(SpinWait<Layer> spin = SpinWait<Layer>()) { out_.wait(spin); }

  /// What the word says at some moment.
  ///
  /// \progress Wait-free.
  [[nodiscard]] Snapshot load() const { return sync_.load(); }

 private:
  // Whether another thread is to be woken for what the caller was woken for.
  template <class SeesMore>
  [[nodiscard]] static bool stands_for_more(const Searcher& self, SeesMore& sees_more) {
    return (self.is_waking || (self.took_token && Protocol.pass_token_on)) && sees_more();
  }

  template <class Start>
  [[nodiscard]] Notified wake(bool is_waking, Start& start) {
    switch (sync_.notify(is_waking)) {
      case Wake::nobody:
        break;
      case Wake::idle_thread:
        event_.notify();
        break;
      case Wake::new_thread:
        if (!start() && sync_.start_failed() == FailedStart::stand_in) return Notified::stand_in;
    }
    return Notified::done;
  }

  Sync sync_;
  EventType event_;
  Latch out_;
};

}  // namespace vigil::lean
