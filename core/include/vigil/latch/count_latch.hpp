#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/latch/count_latch_tables.hpp>

#include <atomic>
#include <cstdint>

namespace vigil {

// Opens when it has been counted down to zero; whoever waits for it then may destroy it at once.
//
// Four bytes: the count, and one bit, the *announcement*, by which a waiter that is about to block asks to be notified.
//
//     n ── count_down ──▶ n−1 … 1 ── count_down ──▶ 0: open
//     │ announce
//     ▼
//     A n ── count_down ──▶ A n−1 … A 1 ── count_down ──▶ A 0: closing ── finish ──▶ 0: open
//
// `open_is_the_end`: the word is zero only after the last access of any thread but a waiter. So the last count_down
// that finds an announcement first notifies and then finishes, and a waiter that is awake while the latch is closing
// waits for that one step. Notifying after the latch is open would touch memory that the waiter may have freed (S-24).
// A waiter that could not announce itself looks again; blocking all the same, it would not be notified (S-27).
//
// One waiter by type, or many by another type (S-23); they differ in whom the last count_down notifies.
//
// Progress: count_up and count_down are wait-free, apart from the notification; wait blocks. Source: Rayon's and
// Blitz's CountLatch, the second without its defects.

enum class Waiters { one, many };

template <ThreadedLayer A = StdAtomics, Waiters kWaiters = Waiters::one,
          const CountLatchOrders& Orders = kCountLatchOrders, const CountLatchProtocol& Protocol = kCountLatchProtocol>
class CountLatch {
 public:
  static constexpr std::uint32_t kMostCount = (std::uint32_t{1} << 31) - 1;

  // Opens after `count` calls of count_down, more for each count_up. A count of zero is open.
  constexpr explicit CountLatch(std::uint32_t count) : word_(count, "count") {
    A::require(count <= kMostCount, "CountLatch: the count is too large");
  }
  CountLatch(const CountLatch&) = delete;
  CountLatch& operator=(const CountLatch&) = delete;

  // Whether the latch is open. Any thread that knows the latch to be alive. Wait-free.
  [[nodiscard]] bool probe() const { return is_open(word_.load(Orders.probe)); }

  // Adds to the count. Only for who holds a count that it has not yet taken off: an open latch stays open.
  void count_up(std::uint32_t by = 1) {
    const std::uint32_t before = word_.fetch_add(by, Orders.up);
    A::require(count_of(before) != 0, "CountLatch: an open latch is counted up");
    A::require(count_of(before) + by <= kMostCount, "CountLatch: the count is too large");
  }

  // Takes one off the count. Any thread. What happened before it happens before a wait that returns, or a probe that
  // returns true. The latch may be gone when this returns.
  void count_down() {
    const std::uint32_t before = word_.fetch_sub(1, Orders.down);
    A::require(count_of(before) != 0, "CountLatch: counted down more often than up");
    if (before == (kAnnounced | 1)) open_to_sleepers();
  }

  // Blocks until the latch is open, after some spinning. With Waiters::one, one thread at a time.
  void wait(SpinWait<A> spin = SpinWait<A>()) {
    bool has_announced = false;
    A::retry([&] {
      std::uint32_t word = word_.load(Orders.probe);
      if (is_open(word)) return true;
      if (count_of(word) == 0 || !spin.would_yield()) {
        spin.pause();
        return false;
      }
      const bool is_announced = (word & kAnnounced) != 0;
      A::require(kWaiters == Waiters::many || has_announced || !is_announced, "CountLatch: two waiters, made for one");
      if (!is_announced && !announce(word)) return false;
      has_announced = kWaiters == Waiters::one;
      word_.wait(word, Orders.sleep);
      return false;
    });
  }

 private:
  static constexpr std::uint32_t kAnnounced = std::uint32_t{1} << 31;

  static constexpr std::uint32_t count_of(std::uint32_t word) { return word & ~kAnnounced; }
  static bool is_open(std::uint32_t word) { return Protocol.stay_while_closing ? word == 0 : count_of(word) == 0; }

  // Changes `word` to what the caller may block on. False if it may not.
  bool announce(std::uint32_t& word) {
    if (!word_.compare_exchange_weak(word, word | kAnnounced, Orders.announce, Orders.refused))
      return !Protocol.block_only_if_announced && count_of(word) != 0;
    word |= kAnnounced;
    return true;
  }

  void open_to_sleepers() {
    if (!Protocol.notify_before_opening) word_.fetch_sub(kAnnounced, Orders.finish);
    if (Protocol.notify_announced) kWaiters == Waiters::many ? word_.notify_all() : word_.notify_one();
    if (Protocol.notify_before_opening) word_.fetch_sub(kAnnounced, Orders.finish);
  }

  typename A::template atomic<std::uint32_t> word_;
};

// Opens when it is set, once: the signal that something is complete. Otherwise as CountLatch.
template <ThreadedLayer A = StdAtomics, Waiters kWaiters = Waiters::one,
          const CountLatchOrders& Orders = kCountLatchOrders, const CountLatchProtocol& Protocol = kCountLatchProtocol>
class OnceLatch : private CountLatch<A, kWaiters, Orders, Protocol> {
  using Base = CountLatch<A, kWaiters, Orders, Protocol>;

 public:
  constexpr OnceLatch() : Base(1) {}

  using Base::probe;
  using Base::wait;
  // Any thread, once. The latch may be gone when this returns.
  void set() { this->count_down(); }
};

static_assert(sizeof(CountLatch<>) == 4 && sizeof(OnceLatch<>) == 4);

}  // namespace vigil
