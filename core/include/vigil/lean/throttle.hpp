#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/latch/count_latch.hpp>
#include <vigil/lean/event.hpp>
#include <vigil/lean/sync_word.hpp>
#include <vigil/lean/throttle_tables.hpp>

namespace vigil::lean {

// How threads of a pool come and go: started when there is something to do and nobody to do it, put to sleep when there
// is nothing, woken one at a time, sent home by a shutdown when all is done. The word decides, the event blocks.
//
// Whoever pushes a task, then calls notify. A thread of the pool is this loop:
//
//     Searcher self;
//     while (throttle.wait(self))
//       while (task = pop()) {                        // also after it found a queue that another thread holds
//         throttle.found(self, task.pushed, sees_more, start);
//         run(task);
//       }
//     throttle.leave(self);
//
// `pushed` says that others may find more where this task came from; `sees_more` looks whether there is anything else,
// anywhere but in the places of the thread itself.
//
// Invariant, `token_passed_on`: a token is dropped only by a thread that looked everywhere and saw nothing. Whoever
// takes it and finds a task looks again, because the token may have stood for more tasks than one (S-50), and notifies
// once more if there is anything. So a lone task wakes one thread.
//
// A queue may look empty while it is not, if another thread holds it, and that thread, when it lets go, notifies if
// there is anything left. So nobody waits for anybody on the way to a task.
//
// `start` starts a thread that runs the loop, and returns whether it could. If not, others go on without it; if there
// are none, the caller runs what has been pushed: see notify. It is called without locks, by several threads at once.
//
// Shutdown: what was pushed and notified before it is run, by as many threads as ever, and so is what tasks push that
// run. Only when all threads are idle and nobody was told of anything are they sent home. Who pushes from outside must
// not do so, or be between push and notify, once the pool is told to shut down: the pool admits them, and `accepts`
// says whether a task is to be refused.
//
// Progress: notify and found are lock-free, apart from the waking and the starting; wait and join block.

// What is left to do for whoever has notified.
enum class Notified {
  done,
  stand_in,  // no thread could be started, and there is none: the caller calls Throttle::stand_in
};

template <ThreadedLayer A = StdAtomics, class Sync = SyncWord<A>, class EventType = Event<A>,
          class Latch = OnceLatch<A, Waiters::many>, const ThrottleProtocol& Protocol = kThrottleProtocol>
class Throttle {
 public:
  using Word = typename Sync::Word;
  using Snapshot = typename Sync::Snapshot;
  using Spin = typename EventType::Spin;

  // For at most `most_threads` threads; `first` says which are there already. Throws std::invalid_argument as SyncWord.
  constexpr explicit Throttle(Word most_threads, Snapshot first = Snapshot(0)) : sync_(most_threads, first) {}
  Throttle(const Throttle&) = delete;
  Throttle& operator=(const Throttle&) = delete;

  // After a task was pushed. Any thread. With `stand_in` nobody else may ever run it.
  template <class Start>
  [[nodiscard]] Notified notify(Start start) {
    return wake(false, start);
  }

  // A thread of the pool that has found a task, before it runs it: wakes the next one, if it has `pushed` where others
  // look, or if it was woken itself, or took a token, and sees more.
  template <class SeesMore, class Start>
  void found(Searcher& self, bool pushed, SeesMore sees_more, Start start) {
    const Searcher before = self;
    self = {};
    if (!pushed && !stands_for_more(before, sees_more) && (!before.is_waking || sync_.settle())) return;
    const Notified notified = wake(before.is_waking, start);
    A::require(notified == Notified::done, "Throttle: a thread of the pool stands in for the only one");
  }

  // A thread of the pool that has found no task. True if it is to look again, false if it is to leave. Spins before it
  // blocks.
  [[nodiscard]] bool wait(Searcher& self, Spin spin = Spin()) {
    Turn turn = Turn::sleep;
    A::retry([&] {
      turn = sync_.take_turn(self);
      if (turn == Turn::close) event_.shutdown();
      if (turn != Turn::sleep) return true;
      (void)event_.wait(spin);
      return false;
    });
    return turn == Turn::look;
  }

  // The last access of a thread of the pool.
  void leave(const Searcher& self) {
    if (sync_.leave(self)) out_.set();
  }

  // Acts as a thread of the pool until nothing is left: `drain(self)` is the inner loop of one. The pool may be gone
  // when this returns, if it was shut down.
  template <class Drain>
  void stand_in(Drain drain) {
    Searcher self;
    Turn turn = Turn::look;
    while ((turn = sync_.take_turn(self, false)) == Turn::look) drain(self);
    if (turn == Turn::close) event_.shutdown();
    if (turn != Turn::retire) leave(self);
  }

  // Whether nobody has called shut_down. A look: somebody may at any moment. Any thread. Wait-free.
  [[nodiscard]] bool accepts() const {
    const Snapshot now = sync_.load();
    return !now.closing() && now.state() != SyncState::shut_down;
  }

  // Sends all threads home when nothing is left to do. False if that was done before. Any thread.
  bool shut_down() {
    const Closing closing = sync_.close();
    if (closing == Closing::at_rest) {
      event_.shutdown();
      if (sync_.closed()) out_.set();
    }
    return closing != Closing::done_before;
  }

  // Blocks until the shutdown is over: nobody else is in here, and what threads did happens before the return. What
  // threads do after leave is not over: join them. Spins first. Any number of threads that are none of the pool's.
  void join(SpinWait<A> spin = SpinWait<A>()) {
    if (!Protocol.told_by_last && sync_.load().spawned() == 0 && !accepts()) return;
    out_.wait(spin);
  }

  [[nodiscard]] Snapshot load() const { return sync_.load(); }

 private:
  // Whether somebody else is to be told what the thread was told.
  template <class SeesMore>
  [[nodiscard]] static bool stands_for_more(const Searcher& self, SeesMore& sees_more) {
    const bool takes_it_as_lone = self.is_waking ? !Protocol.look_before_settling : !Protocol.pass_token_on;
    return (self.is_waking || self.took_token) && !takes_it_as_lone && sees_more();
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
