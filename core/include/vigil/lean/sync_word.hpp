#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/lean/sync_snapshot.hpp>
#include <vigil/lean/sync_word_tables.hpp>

#include <atomic>
#include <optional>
#include <stdexcept>

namespace vigil::lean {

// Who is awake in a pool whose threads are started when they are needed, and whom to wake, decided in one word.
//
//     pending ── notify ──▶ signaled ── a thread takes the token ──▶ waking ── it finds a task ──▶ signaled
//        ▲                     │ the start fails                       │ it finds none or no more, or nobody is left to
//        wake └─────────────────────┴───────────────────────────────────────┘
//     pending, at rest ── close ──▶ shut down, for ever
//
//   waking     one thread has been woken and looks for its first task; nobody else is woken meanwhile. When it finds
//              one it wakes the next, or settles down if it sees no more.
//   signaled   a thread has been woken, or started, and has not said so yet.
//   token      somebody has pushed a task since the last thread that took the token began to look. Who wants to sleep
//              takes it and looks once more.
//   idle       threads that block, or are about to. Whoever takes the token takes itself off.
//   spawned    threads that have been started and have not left.
//   closing    the pool is to be shut down as soon as it is at rest: when all threads are idle and there is no token.
//              Until then threads are woken as ever. Whoever sees that it is at rest does it: the thread that goes to
//              sleep last, or whoever closes. In a word that is shut down: whoever has closed is still at it.
//
// Invariants: `idle_within_spawned`; `signal_comes_with_token`, a word that says signaled has the token; `token_seen`,
// whoever takes a token sees each task that was pushed before a notify that left it, or found it there. For that the
// poster's fence stands between its push and its look at the word, and the taker's fence between its change of the word
// and its look at the queues: one of the two sees the other. Without them a poster may find a token that has been
// taken already by a thread that has looked already (S-43).
//
// `changed_by_updates`: the word is changed by read-modify-writes alone, so that they all continue the release
// sequences of each other. Its type has no store.
//
// The word knows nothing of queues, of how threads block, or of how they are started: see Throttle. All operations are
// lock-free. Source: "Resource efficient Thread Pools with Zig", and zap's thread pool.

// Whom a notify wakes. The word has been changed accordingly; the caller does it.
enum class Wake { nobody, idle_thread, new_thread };

// What a thread of the pool does next.
enum class Turn {
  look,    // for tasks, everywhere
  sleep,   // it is counted as idle, and blocks until somebody is to be woken
  leave,   // it calls SyncWord::leave and touches the pool no more
  close,   // as leave, after it has woken all others, who will leave too
  retire,  // as leave, and it is not counted any more
};

// What a thread of the pool knows of itself.
struct Searcher {
  bool is_waking = false;   // it was woken, and has not found a task since
  bool is_idle = false;     // it is counted as idle
  bool took_token = false;  // and has not found a task since
};

// What whoever could not start a thread does.
enum class FailedStart {
  left_to_others,  // other threads will see the token
  stand_in,  // the caller is counted in place of the thread, and acts as one until it retires; there is never more
             // than one that does
};

// What there is to do for whoever closes.
enum class Closing {
  done_before,      // nothing: somebody else has closed
  left_to_threads,  // nothing: there are threads that are not at rest, and the last of them shuts down
  at_rest,          // it is shut down: the caller wakes everybody, then calls SyncWord::closed
};

template <AtomicsLayer A = StdAtomics, class Widths = SyncWidths<>, const SyncWordOrders& Orders = kSyncWordOrders,
          const SyncWordProtocol& Protocol = kSyncWordProtocol>
class SyncWord {
 public:
  using Word = typename Widths::Word;
  using Snapshot = SyncSnapshot<Widths>;

  // For at most `most_threads` threads. Throws std::invalid_argument if the fields cannot count that many, or for 0.
  // `first` says which threads are there already.
  constexpr explicit SyncWord(Word most_threads, Snapshot first = Snapshot(0))
      : most_threads_(most_threads), word_(first.word(), "sync") {
    if (most_threads == 0) throw std::invalid_argument("SyncWord: a pool without threads");
    if (most_threads > Widths::kMostThreads && Protocol.refuse_too_many)
      throw std::invalid_argument("SyncWord: more threads than the word can count");
  }
  SyncWord(const SyncWord&) = delete;
  SyncWord& operator=(const SyncWord&) = delete;

  // What the word says at some moment. Any thread. Wait-free.
  [[nodiscard]] Snapshot load() const { return Snapshot(word_.load(Orders.peek)); }

  // After a task was pushed, or when a thread that was woken has found one (`is_waking`): leaves the token and decides
  // whom to wake. Any thread.
  [[nodiscard]] Wake notify(bool is_waking) {
    A::fence(Orders.post);
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

  // A thread that was woken has found a task and, when it looked afterwards, no other: nobody is waking any more. False
  // if somebody has left a token meanwhile: then it notifies, as if it had seen another task.
  [[nodiscard]] bool settle() {
    const auto settled = [](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      if (now.notified() && Protocol.token_keeps_waking) return std::nullopt;
      return now.with(SyncState::pending).word();
    };
    return word_.fetch_update(settled, Orders.settle, Orders.peek).has_value();
  }

  // What the calling thread of the pool does, now that it has found no task. If it `may_sleep` it is counted as idle
  // when there is nothing to do; else it retires.
  [[nodiscard]] Turn take_turn(Searcher& self, bool may_sleep = true) {
    Turn turn = Turn::look;
    const auto take = [&turn](Turn decided) {
      turn = decided;
      return true;
    };
    Word word = word_.load(Orders.peek);
    A::retry([&] {
      const Snapshot now(word);
      if (has_token_for(now, self)) {
        if (!word_.compare_exchange_weak(word, after_taking(now, self).word(), Orders.take, Orders.peek)) return false;
        self = {self.is_waking || now.state() == SyncState::signaled, false, true};
        A::fence(Orders.search);
        return take(Turn::look);
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

  // After notify said that a thread be started, which was not possible.
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

  // Shuts down, now or when all threads are at rest. Nobody who is not a thread may push any more, or be between push
  // and notify. Any thread. Lock-free.
  [[nodiscard]] Closing close() {
    bool is_over = false;
    const auto closed = [&is_over](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      if (now.closing() || now.state() == SyncState::shut_down) return std::nullopt;
      is_over = now.is_at_rest() || !Protocol.close_at_rest;
      const Snapshot next =
          is_over ? now.with(SyncState::shut_down).with_closing(Protocol.count_closer) : now.with_closing(true);
      return next.word();
    };
    if (!word_.fetch_update(closed, Orders.close, Orders.peek).has_value()) return Closing::done_before;
    return is_over ? Closing::at_rest : Closing::left_to_threads;
  }

  // Whoever was told `at_rest` leaves. Whether it is the last one, which comes after all threads.
  [[nodiscard]] bool closed() {
    if (!Protocol.count_closer) return false;
    return Snapshot(word_.fetch_sub(Snapshot(0).with_closing(true).word(), Orders.leave)).spawned() == 0;
  }

  // A thread that was told to leave does. Whether it is the last one, which comes after all others.
  [[nodiscard]] bool leave(const Searcher& self) {
    const Snapshot one = Snapshot(0).plus_spawned(1).plus_idle(self.is_idle ? 1 : 0);
    const Snapshot before(word_.fetch_sub(one.word(), Orders.leave));
    A::require(before.state() == SyncState::shut_down, "SyncWord: a thread leaves that was not told to");
    A::require(before.spawned() > 0 && before.idle_within_spawned(), "SyncWord: more threads leave than were started");
    return before.spawned() == 1 && !before.closing();
  }

 private:
  // An atomic word that cannot be stored to: `changed_by_updates`.
  class Updated : private A::template atomic<Word> {
    using Base = typename A::template atomic<Word>;

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
  static_assert(kCanBeStoredTo<typename A::template atomic<Word>> && !kCanBeStoredTo<Updated>, "changed_by_updates");

  [[nodiscard]] Wake whom_to_wake(Snapshot now, bool is_waking) const {
    const bool may_wake = now.state() == SyncState::pending || (is_waking && now.state() == SyncState::waking);
    if (!may_wake) return Wake::nobody;
    if (now.idle() > 0) return Wake::idle_thread;
    return now.spawned() < most_threads_ ? Wake::new_thread : Wake::nobody;
  }

  static Snapshot after_notify(Snapshot now, Wake wake, bool is_waking) {
    const Snapshot next = now.with_token(true);
    if (wake == Wake::new_thread) return next.with(SyncState::signaled).plus_spawned(1);
    if (wake == Wake::idle_thread) return next.with(SyncState::signaled);
    return is_waking && now.state() == SyncState::waking ? next.with(SyncState::pending) : next;
  }

  static bool has_token_for(Snapshot now, const Searcher& self) {
    if (now.state() == SyncState::shut_down) return false;
    return now.notified() && (self.is_idle || now.state() == SyncState::signaled || Protocol.token_keeps_awake);
  }

  static Snapshot after_taking(Snapshot now, const Searcher& self) {
    const Snapshot next = now.with_token(false).plus_idle(self.is_idle ? -1 : 0);
    return now.state() == SyncState::signaled ? next.with(SyncState::waking) : next;
  }

  const Word most_threads_;
  Updated word_;
};

}  // namespace vigil::lean
