#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/lean/sync_snapshot.hpp>
#include <vigil/lean/sync_word_tables.hpp>

#include <atomic>
#include <optional>
#include <stdexcept>

namespace vigil::lean {

// Which threads of a pool are awake, and which thread is woken or started for a new task. One word decides both.
//
//     pending ── notify ──▶ signaled ── a thread takes the token ──▶ waking ── it finds a task ──▶ signaled
//        ▲                     │ the start fails                       │ it finds no task, or no second one,
//        │                     │                                       │ or no thread is left to wake
//        └─────────────────────┴───────────────────────────────────────┘
//     pending, at rest ── close ──▶ shut down, forever
//
//   waking     One thread has been woken and searches for its first task. No other thread is woken meanwhile. When the
//              thread finds a task it wakes the next one, or it settles if it sees no other task.
//   signaled   A thread has been woken or started, and has not taken the token yet.
//   token      A task has been pushed since a thread last took the token. A thread that wants to sleep takes the token
//              and searches once more.
//   idle       The number of threads that block, or are about to. A thread that takes the token is idle no longer.
//   spawned    The number of threads that have been started and have not left.
//   closing    The pool is to be shut down as soon as it is at rest: when all threads are idle and there is no token.
//              Until then threads are woken as before. The thread that brings the pool to rest shuts it down: the last
//              one that goes to sleep, or the one that closes. In a word that is shut down, the thread that closed has
//              not finished.
//
// Invariants of each word: `idle_within_spawned`, and `signal_comes_with_token`: a word that is signaled has the token.
//
// Promised: a thread that takes a token sees each task that was pushed before a notify that left the token or found it
// there. For that the poster's fence stands between its push and its check of the word, and the thread's fence stands
// between its change of the word and its search. If the poster's fence comes first, the thread sees the task. If the
// thread's fence comes first, the poster does not see the token that was taken. Without the fences a poster may find a
// token that was taken by a thread that has already searched (S-43).
//
// The word is changed by read-modify-writes alone, so that they all continue each other's release sequences. Its type
// has no store: `changed_by_rmw`.
//
// Not promised: anything about queues, about how threads block, or about how they are started. See Throttle.

/// What the caller of SyncWord::notify does: the word says so already.
enum class Wake {
  /// Nothing.
  nobody,
  /// Wakes a thread that is idle.
  idle_thread,
  /// Starts a thread.
  new_thread
};

/// What a thread of the pool does next.
enum class Turn {
  /// Searches for tasks, everywhere.
  search,
  /// Blocks until a thread is to be woken. The word counts it as idle.
  sleep,
  /// Calls SyncWord::leave, and then touches the pool no more.
  leave,
  /// Wakes all other threads, which will leave too, and then leaves.
  close,
  /// Touches the pool no more. The word counts it no longer.
  retire,
};

/// What a thread of the pool knows of itself.
struct Searcher {
  /// It was woken, and has not found a task since.
  bool is_waking = false;
  /// The word counts it as idle.
  bool is_idle = false;
  /// It took the token, and has not found a task since.
  bool took_token = false;
};

/// What a caller does that could not start a thread.
enum class FailedStart {
  /// Nothing: other threads will see the token.
  left_to_others,
  /// Acts as a thread of the pool until it retires. The word counts it in place of the thread that was not started.
  /// There is never more than one caller that does.
  stand_in,
};

/// What a caller of SyncWord::close does.
enum class Closing {
  /// Nothing: another call has closed.
  done_before,
  /// Nothing: threads are not at rest, and the last of them shuts down.
  left_to_threads,
  /// Wakes all threads, then calls SyncWord::closed. The word is shut down.
  at_rest,
};

/// Which threads of a pool are awake, and which one a new task wakes.
///
/// \tparam Widths How many bits each field has.
/// \threads   Any thread, if a member does not say more.
/// \progress  Lock-free.
/// \source    "Resource efficient Thread Pools with Zig", and zap's thread pool.
///
/// \snippet lean/sync_word.cpp example
template <class Widths = SyncWidths<>, AtomicsLayer Layer = StdAtomics, const SyncWordOrders& Orders = kSyncWordOrders,
          const SyncWordProtocol& Protocol = kSyncWordProtocol>
class SyncWord {
 public:
  /// The type of the word.
  using Word = typename Widths::Word;
  /// What the word says at one moment.
  using Snapshot = SyncSnapshot<Widths>;

  /// For at most `most_threads` threads; `first` says which threads exist already.
  ///
  /// \throws std::invalid_argument if `most_threads` is 0, or more than a field can count.
  constexpr explicit SyncWord(Word most_threads, Snapshot first = Snapshot(0))
      : most_threads_(most_threads), word_(first.word(), "sync") {
    if (most_threads == 0)
      vigil::detail::fail<std::invalid_argument>("SyncWord::SyncWord", "SyncWord: a pool without threads");
    if (most_threads > Widths::kMostThreads && Protocol.refuse_too_many)
      vigil::detail::fail<std::invalid_argument>("SyncWord::SyncWord",
                                                 "SyncWord: more threads than the word can count");
  }
  SyncWord(const SyncWord&) = delete;
  SyncWord& operator=(const SyncWord&) = delete;

  /// What the word says at some moment.
  ///
  /// \progress Wait-free.
  [[nodiscard]] Snapshot load() const { return Snapshot(word_.load(Orders.peek)); }

  /// Leaves the token, and decides which thread to wake. To be called after a task was pushed, or by a thread that was
  /// woken and has found a task (`is_waking`).
  ///
  /// \orders  The thread that takes the token sees what came before.
  [[nodiscard]] Wake notify(bool is_waking) {
    Layer::fence(Orders.post);
    Wake wake = Wake::nobody;
    const auto notified = [&](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      wake = whom_to_wake(now, is_waking);
      const bool is_enough = now.notified() && !is_waking;
      if (is_enough && (wake == Wake::nobody || !Protocol.wake_beside_token)) return std::nullopt;
      return after_notify(now, wake, is_waking).word();
    };
    return word_.fetch_update(notified, Orders.notify, Orders.peek).has_value() ? wake : Wake::nobody;
  }

  /// Says that no thread is waking any more. False if a token was left meanwhile: then the caller notifies, as if it
  /// had seen another task.
  ///
  /// \threads  The thread that was woken, when it has found one task and seen no other.
  [[nodiscard]] bool settle() {
    const auto settled = [](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      if (now.notified()) return std::nullopt;
      return now.with(SyncState::pending).word();
    };
    return word_.fetch_update(settled, Orders.settle, Orders.peek).has_value();
  }

  /// Decides what the caller does, which has found no task. If there is nothing to do, it is counted as idle if it
  /// `may_sleep`, and retires otherwise.
  ///
  /// \threads  A thread of the pool, or a caller that stands in for one.
  [[nodiscard]] Turn take_turn(Searcher& self, bool may_sleep = true) {
    Turn turn = Turn::search;
    const auto take = [&turn](Turn decided) {
      turn = decided;
      return true;
    };
    Word word = word_.load(Orders.peek);
    Layer::retry([&] {
      const Snapshot now(word);
      if (has_token(now)) {
        if (!word_.compare_exchange_weak(word, after_taking(now, self).word(), Orders.take, Orders.peek)) return false;
        self = {self.is_waking || now.state() == SyncState::signaled, false, true};
        Layer::fence(Orders.search);
        return take(Turn::search);
      }
      if (now.state() == SyncState::shut_down) return take(Turn::leave);
      if (self.is_idle) return take(Turn::sleep);
      if (now.closing() && now.idle() + 1 == now.spawned()) {
        const Snapshot next = now.with(SyncState::shut_down).with_closing(false);
        return word_.compare_exchange_weak(word, next.word(), Orders.close, Orders.peek) && take(Turn::close);
      }
      const Snapshot next = self.is_waking ? now.with(SyncState::pending) : now;
      if (may_sleep) {
        if (!word_.compare_exchange_weak(word, next.plus_idle(1).word(), Orders.sleep, Orders.peek)) return false;
        self = {.is_idle = true};
        return take(Turn::sleep);
      }
      return word_.compare_exchange_weak(word, next.plus_spawned(-1).word(), Orders.retire, Orders.peek) &&
             take(Turn::retire);
    });
    return turn;
  }

  /// Takes back what notify did when it returned `new_thread`, and the thread could not be started.
  [[nodiscard]] FailedStart start_failed() {
    const auto restored = [](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      if (now.spawned() == 1 && Protocol.stand_in) return std::nullopt;
      const bool is_ours = now.state() == SyncState::signaled && Protocol.take_signal_back;
      const Snapshot next = is_ours ? now.with(SyncState::pending) : now;
      return next.plus_spawned(-1).word();
    };
    const bool is_restored = word_.fetch_update(restored, Orders.restore, Orders.peek).has_value();
    return is_restored ? FailedStart::left_to_others : FailedStart::stand_in;
  }

  /// Shuts down, now or when all threads are at rest.
  ///
  /// \pre No thread from outside the pool pushes, or is between push and notify, from now on.
  [[nodiscard]] Closing close() {
    bool is_over = false;
    const auto closed = [&is_over](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      if (now.closing() || now.state() == SyncState::shut_down) return std::nullopt;
      is_over = now.is_at_rest() || !Protocol.close_at_rest;
      const Snapshot next = now.with_closing(true);
      return (is_over ? next.with(SyncState::shut_down) : next).word();
    };
    if (!word_.fetch_update(closed, Orders.close, Orders.peek).has_value()) return Closing::done_before;
    return is_over ? Closing::at_rest : Closing::left_to_threads;
  }

  /// Says that the caller of close has finished. True if it is the last to leave.
  ///
  /// \threads   The caller to which close returned `at_rest`.
  /// \progress  Wait-free.
  /// \orders    What all threads did before they left happens before the return of true.
  [[nodiscard]] bool closed() {
    return Snapshot(word_.fetch_sub(Snapshot(0).with_closing(true).word(), Orders.leave)).spawned() == 0;
  }

  /// Takes the caller off the count. True if it is the last to leave.
  ///
  /// \threads   A thread of the pool whose turn is `leave` or `close`.
  /// \progress  Wait-free.
  /// \orders    What all others did before they left happens before the return of true.
  [[nodiscard]] bool leave(const Searcher& self) {
    const Snapshot one = Snapshot(0).plus_spawned(1).plus_idle(self.is_idle ? 1 : 0);
    const Snapshot before(word_.fetch_sub(one.word(), Orders.leave));
    Layer::require(before.state() == SyncState::shut_down, "SyncWord: a thread leaves a word that is not shut down");
    Layer::require(before.spawned() > 0 && before.idle_within_spawned(), "SyncWord: more threads leave than there are");
    return before.spawned() == 1 && !before.closing();
  }

 private:
  // An atomic word without a store: `changed_by_rmw`.
  class RmwWord : private Layer::template atomic<Word> {
    using Base = typename Layer::template atomic<Word>;

   public:
    using Base::Base;
    using Base::compare_exchange_weak;
    using Base::fetch_sub;
    using Base::fetch_update;
    using Base::load;
  };
  template <class W>
  static constexpr bool kCanBeStoredTo = requires(W& word, Word value) {
    word.store(value, Orders.peek);
  };
  static_assert(kCanBeStoredTo<typename Layer::template atomic<Word>> && !kCanBeStoredTo<RmwWord>, "changed_by_rmw");

  [[nodiscard]] Wake whom_to_wake(Snapshot now, bool is_waking) const {
    if (now.state() != SyncState::pending && !is_waking) return Wake::nobody;
    if (now.idle() > 0) return Wake::idle_thread;
    return now.spawned() < most_threads_ ? Wake::new_thread : Wake::nobody;
  }

  static Snapshot after_notify(Snapshot now, Wake wake, bool is_waking) {
    const Snapshot next = now.with_token(true);
    if (wake == Wake::new_thread) return next.with(SyncState::signaled).plus_spawned(1);
    if (wake == Wake::idle_thread) return next.with(SyncState::signaled);
    return is_waking ? next.with(SyncState::pending) : next;
  }

  static bool has_token(Snapshot now) { return now.state() != SyncState::shut_down && now.notified(); }

  static Snapshot after_taking(Snapshot now, const Searcher& self) {
    const Snapshot next = now.with_token(false).plus_idle(self.is_idle ? -1 : 0);
    return now.state() == SyncState::signaled ? next.with(SyncState::waking) : next;
  }

  const Word most_threads_;
  RmwWord word_;
};

}  // namespace vigil::lean
