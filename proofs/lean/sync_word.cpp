// Does the word decide what a plain account of threads decides, and at what cost?

#include <vigil/lean/sync_word.hpp>

#include "lean/scripted.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace vigil::lean {
namespace {

TEST(SyncWord, IsUsableAsAStatic) {
  static constinit SyncWord<> word(1);
  EXPECT_EQ(word.load(), SyncSnapshot<>(0));
}

TEST(SyncWord, RefusesMoreThreadsThanItCanCountAndNone) {
  EXPECT_THROW(SyncWord<>(0), std::invalid_argument);
  EXPECT_THROW(SyncWord<>(16'384), std::invalid_argument);
  EXPECT_NO_THROW(SyncWord<>(16'383));
  using Wide = SyncWord<SyncWidths<std::uint64_t>>;
  EXPECT_NO_THROW(Wide(16'384));
}

// What the word stands for, in plain numbers, and the rules as sentences would put them.
struct Account {
  int most = 0;
  SyncState state = SyncState::pending;
  bool token = false;
  int spawned = 0;
  int idle = 0;
  bool is_closing = false;

  Closing close() {
    if (is_closing) return Closing::done_before;
    is_closing = true;
    if (token || idle != spawned) return Closing::left_to_threads;
    state = SyncState::shut_down;
    return Closing::at_rest;
  }

  Wake notify(bool is_waking) {
    token = true;
    if (state == SyncState::shut_down || (state != SyncState::pending && !is_waking)) return Wake::nobody;
    if (idle > 0 || spawned < most) {
      state = SyncState::signaled;
      if (idle > 0) return Wake::idle_thread;
      ++spawned;
      return Wake::new_thread;
    }
    state = SyncState::pending;
    return Wake::nobody;
  }

  Turn take_turn(Searcher& self, bool may_sleep) {
    if (state == SyncState::shut_down) return Turn::leave;
    if (token) {
      token = false;
      if (self.is_idle) --idle;
      self = {self.is_waking || state == SyncState::signaled, false, true};
      if (state == SyncState::signaled) state = SyncState::waking;
      return Turn::search;
    }
    if (self.is_idle) return Turn::sleep;
    if (is_closing && idle + 1 == spawned) return state = SyncState::shut_down, Turn::close;
    if (self.is_waking) state = SyncState::pending;
    if (!may_sleep) return --spawned, Turn::retire;
    ++idle;
    self = {.is_idle = true};
    return Turn::sleep;
  }

  FailedStart start_failed() {
    if (spawned == 1) return FailedStart::stand_in;
    --spawned;
    if (state == SyncState::signaled) state = SyncState::pending;
    return FailedStart::left_to_others;
  }
};

// A pool whose threads move when the test says so, on a word and on an account of it.
template <class Word>
class Players {
 public:
  explicit Players(int most) : word_(static_cast<typename Word::Word>(most)) { account_.most = most; }

  // From outside, so not when the pool has been closed.
  void post(bool start_fails) {
    if (account_.is_closing) return;
    if (follow(word_.notify(false), account_.notify(false), start_fails)) ++posters_that_start_;
  }
  // A poster learns that the thread cannot be started.
  void fail_to_start() {
    if (posters_that_start_ == 0) return;
    --posters_that_start_;
    fail();
  }

  // One of the threads has a turn, and perhaps finds a task. It notifies later, and learns later that a thread cannot
  // be started, so others may move in between.
  void turn(std::size_t which, bool finds, bool start_fails) {
    if (threads_.empty()) return;
    which %= threads_.size();
    Thread& thread = threads_[which];
    if (std::exchange(thread.starts, false)) return fail();
    if (thread.has_found) {
      const bool is_waking = thread.self.is_waking;
      thread = {.stands_in = thread.stands_in};
      if (follow(word_.notify(is_waking), account_.notify(is_waking), start_fails)) threads_[which].starts = true;
      return;
    }
    Searcher due = thread.self;
    const Turn turn = word_.take_turn(thread.self, !thread.stands_in);
    RC_ASSERT(turn == account_.take_turn(due, !thread.stands_in));
    RC_ASSERT(thread.self.is_idle == due.is_idle && thread.self.is_waking == due.is_waking);
    RC_ASSERT(thread.self.took_token == due.took_token);
    if (turn == Turn::leave || turn == Turn::retire || turn == Turn::close) return go(which, turn);
    thread.has_found = turn == Turn::search && finds;
  }

  // When all posters have left.
  void close() {
    while (posters_that_start_ != 0) fail_to_start();
    const Closing closing = word_.close();
    RC_ASSERT(closing == account_.close());
    // The closer is not the last one while there are threads.
    if (closing == Closing::at_rest) RC_ASSERT(word_.closed() == threads_.empty());
  }

  void check() const {
    const auto word = word_.load();
    RC_ASSERT(word.state() == account_.state && word.notified() == account_.token);
    RC_ASSERT(static_cast<int>(word.spawned()) == account_.spawned && static_cast<int>(word.idle()) == account_.idle);
    RC_ASSERT(word.idle_within_spawned() && word.signal_comes_with_token());
    RC_ASSERT(account_.spawned <= account_.most);
    const auto starting = std::ranges::count_if(threads_, &Thread::starts) + posters_that_start_;
    RC_ASSERT(std::ssize(threads_) + starting == account_.spawned);
  }
  [[nodiscard]] bool is_empty() const { return threads_.empty(); }

 private:
  struct Thread {
    Searcher self{};
    bool stands_in = false;
    bool has_found = false;
    bool starts = false;  // a thread, in vain
  };

  // Whether the caller is about to learn that a thread cannot be started.
  bool follow(Wake wake, Wake due, bool start_fails) {
    RC_ASSERT(wake == due);
    if (wake != Wake::new_thread) return false;
    if (!start_fails) threads_.push_back({});
    return start_fails;
  }

  void fail() {
    const FailedStart failed = word_.start_failed();
    RC_ASSERT(failed == account_.start_failed());
    if (failed == FailedStart::stand_in) threads_.push_back({.stands_in = true});
  }

  void go(std::size_t which, Turn turn) {
    if (turn != Turn::retire) {
      account_.idle -= threads_[which].self.is_idle ? 1 : 0;
      RC_ASSERT(word_.leave(threads_[which].self) == (--account_.spawned == 0));
    }
    threads_.erase(threads_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  Word word_;
  Account account_;
  std::vector<Thread> threads_;
  std::ptrdiff_t posters_that_start_ = 0;  // a thread, in vain
};

template <class Word>
void says_what_the_account_says() {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& moves) {
    Players<Word> players(*rc::gen::inRange(1, 5));
    for (const std::uint8_t move : moves) {
      const bool fails = (move & 8) != 0;
      if (move % 8 < 2) {
        (move & 16) != 0 ? players.fail_to_start() : players.post(fails);
      } else if (move == 255) {
        players.close();
      } else {
        players.turn(move / 16, (move & 1) != 0, fails);
      }
      players.check();
    }
    players.close();
    for (int left = 200; left != 0 && !players.is_empty(); --left)
      players.turn(static_cast<std::size_t>(left), false, false);
    players.check();
    RC_ASSERT(players.is_empty());
  }));
}

TEST(SyncWord, Of32BitsSaysWhatThePlainAccountSays) { says_what_the_account_says<SyncWord<>>(); }
TEST(SyncWord, Of64BitsSaysWhatThePlainAccountSays) {
  says_what_the_account_says<SyncWord<SyncWidths<std::uint64_t>>>();
}

// V7: the walk through the published account, four threads and two bursts of tasks.
TEST(SyncWord, WakesOneThreadAfterTheOtherAndTheLastGivesUp) {
  SyncWord<> word(4, SyncSnapshot<>(0).plus_spawned(4).plus_idle(3));
  Searcher t2{.is_idle = true};
  Searcher t3{.is_idle = true};
  Searcher t4{.is_idle = true};

  EXPECT_EQ(word.notify(false), Wake::idle_thread) << "T1 pushes";
  EXPECT_EQ(word.take_turn(t2), Turn::search) << "T2 is woken";
  EXPECT_TRUE(t2.is_waking);
  EXPECT_EQ(word.notify(false), Wake::nobody) << "T1 pushes again, but T2 is waking";

  t2 = {};
  EXPECT_EQ(word.notify(true), Wake::idle_thread) << "T2 has found a task and wakes T3";
  EXPECT_EQ(word.take_turn(t3), Turn::search);
  EXPECT_TRUE(t3.is_waking);
  t3 = {};
  EXPECT_EQ(word.notify(true), Wake::idle_thread) << "T3 has found a task and wakes T4";
  EXPECT_EQ(word.take_turn(t4), Turn::search);
  EXPECT_TRUE(t4.is_waking);
  EXPECT_EQ(word.take_turn(t4), Turn::sleep) << "T4 has found nothing";

  EXPECT_EQ(word.load(), SyncSnapshot<>(0).plus_spawned(4).plus_idle(1)) << "no thread is waking, T4 is idle";
}

TEST(SyncWord, WakesNoThreadOnceItIsShutDown) {
  SyncWord<> word(2, SyncSnapshot<>(0).plus_spawned(1).with(SyncState::shut_down));
  Searcher self;
  EXPECT_EQ(word.notify(false), Wake::nobody);
  EXPECT_EQ(word.take_turn(self), Turn::leave);
  EXPECT_TRUE(word.leave(self));
}

TEST(SyncWord, WakesThreadsAsEverWhileItIsClosing) {
  SyncWord<> word(2, SyncSnapshot<>(0).plus_spawned(2).plus_idle(1));
  Searcher busy;
  Searcher idle{.is_idle = true};
  EXPECT_EQ(word.close(), Closing::left_to_threads);
  EXPECT_EQ(word.close(), Closing::done_before);
  EXPECT_EQ(word.notify(false), Wake::idle_thread) << "a task has scheduled another";
  EXPECT_EQ(word.take_turn(busy), Turn::search) << "the token is there";
  EXPECT_EQ(word.take_turn(idle), Turn::sleep) << "the other has taken it";
  EXPECT_EQ(word.take_turn(busy), Turn::close) << "all the others are idle";
  EXPECT_FALSE(word.leave(busy));
  EXPECT_EQ(word.take_turn(idle), Turn::leave);
  EXPECT_TRUE(word.leave(idle)) << "the last one";
}

TEST(SyncWord, TakesBackTheSignalOfAFailedStartUnlessAThreadHasFollowedIt) {
  SyncWord<> word(2, SyncSnapshot<>(0).plus_spawned(1));
  EXPECT_EQ(word.notify(false), Wake::new_thread);
  EXPECT_EQ(word.start_failed(), FailedStart::left_to_others);
  EXPECT_EQ(word.load(), SyncSnapshot<>(0).plus_spawned(1).with_token(true));

  EXPECT_EQ(word.notify(false), Wake::new_thread);
  Searcher self;
  EXPECT_EQ(word.take_turn(self), Turn::search);
  EXPECT_TRUE(self.is_waking);
  EXPECT_EQ(word.start_failed(), FailedStart::left_to_others);
  EXPECT_EQ(word.load(), SyncSnapshot<>(0).plus_spawned(1).with(SyncState::waking)) << "the thread searches";
}

TEST(SyncWord, CountsNoThreadAsWakingIfTheLastOneFindsATaskBesideAToken) {
  SyncWord<> word(1, SyncSnapshot<>(0).plus_spawned(1).with(SyncState::waking).with_token(true));
  EXPECT_EQ(word.notify(true), Wake::nobody);
  EXPECT_EQ(word.load(), SyncSnapshot<>(0).plus_spawned(1).with_token(true));
}

// ---- what it costs, and misuse

using lean_proofs::script;
using lean_proofs::Script;
using ScriptedWord = SyncWord<SyncWidths<>, lean_proofs::ScriptedAtomics>;

TEST(SyncWord, IsNotWrittenByANotifyThatChangesNothing) {
  Script& now = script();
  ScriptedWord word(1);
  EXPECT_EQ(word.notify(false), Wake::new_thread);
  EXPECT_EQ(now.writes, 1);
  for (int i = 0; i != 3; ++i) EXPECT_EQ(word.notify(false), Wake::nobody);
  EXPECT_EQ(now.writes, 1) << "the token is there, and no thread can be woken";
}

TEST(SyncWord, IsDecidedOnceMoreIfACompareExchangeFailsForNoReason) {
  const auto fails_once = [] { script().spurious_failures = 1; };
  ScriptedWord word(2, SyncSnapshot<>(0).plus_spawned(2).with_token(true));
  Searcher first;
  Searcher second;
  fails_once();
  EXPECT_EQ(word.take_turn(first), Turn::search);
  EXPECT_TRUE(first.took_token);
  EXPECT_FALSE(word.load().notified());
  fails_once();
  EXPECT_EQ(word.take_turn(first), Turn::sleep);
  EXPECT_EQ(word.load().idle(), 1U);
  EXPECT_EQ(word.close(), Closing::left_to_threads);
  fails_once();
  EXPECT_EQ(word.take_turn(second), Turn::close);
  EXPECT_EQ(word.load().state(), SyncState::shut_down);

  ScriptedWord of_caller(1, SyncSnapshot<>(0).plus_spawned(1));
  Searcher caller;
  fails_once();
  EXPECT_EQ(of_caller.take_turn(caller, false), Turn::retire);
  EXPECT_EQ(of_caller.load().spawned(), 0U);
}

TEST(SyncWord, IsLeftByThreadsThatItCountsOnceItIsShutDown) {
  const SyncSnapshot<> shut_down = SyncSnapshot<>(0).with(SyncState::shut_down);
  const Searcher self;
  const auto leave = [&self](SyncSnapshot<> first) {
    ScriptedWord word(2, first);
    static_cast<void>(word.leave(self));
  };
  EXPECT_NO_THROW(leave(shut_down.plus_spawned(1)));
  EXPECT_NO_THROW(leave(shut_down.plus_spawned(2).plus_idle(2)));
  EXPECT_THROW(leave(SyncSnapshot<>(0).plus_spawned(1)), std::logic_error);
  EXPECT_THROW(leave(shut_down), std::logic_error);
  EXPECT_THROW(leave(shut_down.plus_spawned(1).plus_idle(2)), std::logic_error);
}

}  // namespace
}  // namespace vigil::lean
