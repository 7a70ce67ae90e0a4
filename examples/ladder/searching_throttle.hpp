#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/order.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/lean/throttle.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace vigil::ladder {

using namespace lean;

// Which orders and steps a SearchingThrottle has.
struct SearchingOrders {
  Order<"searching.change"> change = std::memory_order_seq_cst;
  Order<"searching.post"> post = std::memory_order_seq_cst;
  Order<"searching.search"> search = std::memory_order_seq_cst;
};
inline constexpr SearchingOrders kSearchingOrders{};
struct SearchingProtocol {
  // A thread that gives up its search, or its work, searches once more before it sleeps.
  Choice<"check_before_sleep"> check_before_sleep = true;
  // The last searcher that finds a task wakes the next one.
  Choice<"last_wakes_next"> last_wakes_next = true;
};
inline constexpr SearchingProtocol kSearchingProtocol{};

// Beside the top rung: Go's and Tokio's way to wake few threads, in the place of Throttle's token. It has the interface
// that a lean pool needs, and can stand in its parts.
//
// A word counts the threads that search. A poster that finds a searcher wakes nobody: the searcher will see the task.
// Otherwise it wakes an idle thread, and counts it as searching already, so that the next poster wakes nobody. A
// searcher that finds a task counts itself off; if it was the last, it wakes the next thread. A searcher that finds
// none counts itself off, and must then search once more before it sleeps: a poster may have relied on it.
//
// A wake is a *grant*, which any thread takes that sleeps, or is about to. There are as many of these as the word
// counts idle, and grants that are not taken yet.
//
// Gives, beside the token: no thread ever passes anything on that it does not know. Lacks: a post that finds a searcher
// leaves no trace, so each thread that goes to sleep has to search everywhere one more time.
//
// Source: Go's `runtime/proc.go` (`nmspinning`, `wakep`), and Tokio's `worker/idle.rs`.
template <ThreadedLayer Layer = StdAtomics, const SearchingOrders& Orders = kSearchingOrders,
          const SearchingProtocol& Protocol = kSearchingProtocol>
class SearchingThrottle {
 public:
  using Word = std::uint64_t;
  using Spin = SpinWait<Layer>;

  // What the word says at one moment.
  class Snapshot {
   public:
    explicit constexpr Snapshot(Word word) : word_(word) {}
    [[nodiscard]] constexpr Word word() const { return word_; }
    [[nodiscard]] constexpr std::uint32_t searching() const { return field(kSearching); }
    [[nodiscard]] constexpr std::uint32_t idle() const { return field(kIdle); }
    [[nodiscard]] constexpr std::uint32_t spawned() const { return field(kSpawned); }
    [[nodiscard]] constexpr bool closing() const { return (word_ & kClosing) != 0; }
    [[nodiscard]] constexpr bool over() const { return (word_ & kOver) != 0; }
    [[nodiscard]] constexpr bool is_at_rest() const { return searching() == 0 && idle() == spawned(); }
    [[nodiscard]] constexpr Snapshot plus(Word fields) const { return Snapshot(word_ + fields); }

   private:
    [[nodiscard]] constexpr std::uint32_t field(Word one) const {
      return static_cast<std::uint32_t>(word_ / one) & 0xffffU;
    }
    Word word_;
  };
  static constexpr Word kSearching = 1;
  static constexpr Word kIdle = Word{1} << 16;
  static constexpr Word kSpawned = Word{1} << 32;
  static constexpr Word kClosing = Word{1} << 48;
  static constexpr Word kOver = Word{1} << 49;

  constexpr explicit SearchingThrottle(std::uint32_t most_threads, Snapshot first = Snapshot(0))
      : most_threads_(most_threads), word_(first.word(), "searching") {}
  SearchingThrottle(const SearchingThrottle&) = delete;
  SearchingThrottle& operator=(const SearchingThrottle&) = delete;

  // After a push: wakes or starts a thread, unless one searches.
  template <class Start>
  [[nodiscard]] Notified notify(Start start) {
    wake(start);
    return Notified::done;
  }

  template <class SeesMore, class Start>
  void found(Searcher& self, bool pushed, SeesMore, Start start) {
    const bool was_searching = self.is_waking || (self.is_idle && !stop_being_idle());
    self = kOnceAwake;
    const bool was_last = was_searching && stop_searching();
    if ((was_last && Protocol.last_wakes_next) || pushed) wake(start);
  }

  // True if the caller has to search again, false if it has to leave.
  [[nodiscard]] bool wait(Searcher& self, Spin spin = Spin()) {
    const bool is_new = !self.is_waking && !self.is_idle && !self.took_token;
    if (!is_new && !self.is_idle) {
      if (!self.is_waking && start_searching()) return search_as({.is_waking = true}, self);
      rest(self.is_waking);
      if (Protocol.check_before_sleep) return search_as({.is_idle = true}, self);
    }
    end_if_at_rest();
    take_grant(spin);
    if (load().over()) return false;
    return search_as({.is_waking = true}, self);
  }
  void leave(const Searcher&) {}

  template <class Drain>
  void stand_in(Drain) {}

  // From now on only the pool's threads push.
  void shut_down() {
    word_.fetch_update([](Word word) { return word | kClosing; }, Orders.change, Orders.change);
    end_if_at_rest();
  }
  template <class AnySpin>
  void join(AnySpin) {
    is_over_.wait(false, Orders.change);
  }
  [[nodiscard]] Snapshot load() const { return Snapshot(word_.load(Orders.change)); }

 private:
  // So that a thread is not taken for one that was just started, and has a grant.
  static constexpr Searcher kOnceAwake{.took_token = true};
  static constexpr std::uint32_t kForAll = 1U << 16;

  bool search_as(Searcher next, Searcher& self) {
    self = next;
    Layer::fence(Orders.search);
    return true;
  }

  template <class Start>
  void wake(Start& start) {
    Layer::fence(Orders.post);
    bool is_new = false;
    const auto granted = [&](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      is_new = now.idle() == 0;
      if (now.searching() != 0 || (is_new && now.spawned() == most_threads_)) return std::nullopt;
      return now.plus(kSearching + (is_new ? kSpawned : -kIdle)).word();
    };
    if (!word_.fetch_update(granted, Orders.change, Orders.change).has_value()) return;
    grants_.fetch_add(1, Orders.change);
    if (is_new)
      Layer::require(start(), "SearchingThrottle: no thread could be started");
    else
      grants_.notify_one();
  }

  // At most half of the threads search.
  bool start_searching() {
    const auto searching = [](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      if (2 * now.searching() >= now.spawned()) return std::nullopt;
      return now.plus(kSearching).word();
    };
    return word_.fetch_update(searching, Orders.change, Orders.change).has_value();
  }
  // Whether the caller was the last one.
  bool stop_searching() { return Snapshot(word_.fetch_sub(kSearching, Orders.change)).searching() == 1; }
  void rest(bool was_searching) { word_.fetch_add(kIdle - (was_searching ? kSearching : 0), Orders.change); }

  // False if a grant is on its way to the caller: then it has taken it, and is counted as searching.
  bool stop_being_idle() {
    const auto awake = [](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      if (now.idle() == 0) return std::nullopt;
      return now.plus(-kIdle).word();
    };
    if (word_.fetch_update(awake, Orders.change, Orders.change).has_value()) return true;
    take_grant(Spin());
    return false;
  }

  void take_grant(Spin spin) {
    Layer::retry([&] {
      std::uint32_t grants = grants_.load(Orders.change);
      if (grants != 0) return grants_.compare_exchange_weak(grants, grants - 1, Orders.change, Orders.change);
      if (spin.would_yield())
        grants_.wait(0, Orders.change);
      else
        spin.pause();
      return false;
    });
  }

  void end_if_at_rest() {
    const auto ended = [](Word word) -> MaybeValue<Word> {
      const Snapshot now(word);
      if (!now.closing() || now.over() || !now.is_at_rest()) return std::nullopt;
      return now.word() | kOver;
    };
    if (!word_.fetch_update(ended, Orders.change, Orders.change).has_value()) return;
    grants_.fetch_add(kForAll, Orders.change);
    grants_.notify_all();
    is_over_.store(true, Orders.change);
    is_over_.notify_all();
  }

  const std::uint32_t most_threads_;
  typename Layer::template atomic<Word> word_;
  typename Layer::template atomic<std::uint32_t> grants_{0U, "grants"};
  typename Layer::template atomic<bool> is_over_{false, "is_over"};
};

}  // namespace vigil::ladder
