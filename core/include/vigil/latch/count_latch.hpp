#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/latch/count_latch_tables.hpp>
#include <vigil/latch/waiters.hpp>

#include <atomic>
#include <cstdint>

namespace vigil {

/// Opens when it has been counted down to zero. A thread that waited for it may then destroy it at once.
///
/// *Counters* are threads that call count_down. A *waiter* blocks until the count is zero. The latch takes four bytes:
/// the count, and one bit, the *announcement*, by which a waiter that is about to block asks for a notification.
///
/// \code{.unparsed}
///     n ── count_down ──▶ n−1 … 1 ── count_down ──▶ 0: open
///     │ announce
///     ▼
///     A n ── count_down ──▶ A n−1 … A 1 ── count_down ──▶ A 0: closing ── finish ──▶ 0: open
/// \endcode
///
/// Opening the latch is the last access of every thread but the waiters. So a counter that makes the count zero and
/// finds an announcement first notifies, and then finishes. A waiter that is awake while the latch is closing waits for
/// that one step. If the counter notified after the latch was open, it would access memory that the waiter may have
/// freed (S-24). A waiter whose announcement is refused checks the word again. If it blocked all the same, no thread
/// would notify it (S-27).
///
/// \snippet latch/count_latch.cpp example
/// \tparam Layer the atomics layer.
/// \tparam kWaiters how many threads may wait at the same time.
/// \tparam Orders, Protocol the tables; models pass their own.
/// \progress count_up and count_down are wait-free, except for the notification, which is a system call. wait blocks.
/// \source Rayon's and Blitz's CountLatch, the second without its defects.
template <WaitingLayer Layer = StdAtomics, Waiters kWaiters = Waiters::one,
          const CountLatchOrders& Orders = kCountLatchOrders, const CountLatchProtocol& Protocol = kCountLatchProtocol>
class CountLatch {
 public:
  /// The largest count.
  static constexpr std::uint32_t kMostCount = (std::uint32_t{1} << 31) - 1;

  /// A latch that opens after `count` calls of count_down, and more for each count_up. With a count of zero it is open.
  ///
  /// \pre `count` is at most kMostCount.
  constexpr explicit CountLatch(std::uint32_t count) : word_(count, "count") {
    Layer::require(count <= kMostCount, "CountLatch: the count is too large");
  }
  CountLatch(const CountLatch&) = delete;
  CountLatch& operator=(const CountLatch&) = delete;

  /// Whether the latch is open.
  ///
  /// \threads Any thread that knows that the latch has not been destroyed.
  /// \progress Wait-free.
  /// \orders What each counter did before count_down happens before the return of a probe that returns true.
  [[nodiscard]] bool probe() const { return is_open(word_.load(Orders.probe)); }

  /// Adds to the count.
  ///
  /// \pre The caller holds a count that has not been counted down yet: an open latch stays open. The new count is at
  ///   most kMostCount.
  /// \progress Wait-free.
  void count_up(std::uint32_t by = 1) {
    const std::uint32_t before = word_.fetch_add(by, Orders.up);
    Layer::require(count_of(before) != 0, "CountLatch: an open latch is counted up");
    Layer::require(by <= kMostCount - count_of(before), "CountLatch: the count is too large");
  }

  /// Decrements the count. The latch may have been destroyed when this returns.
  ///
  /// \pre The count is not zero.
  /// \threads Any thread.
  /// \progress Wait-free, and one system call if it opens the latch of a waiter that sleeps.
  /// \orders What the caller did before happens before the return of each wait, and of each probe that returns true.
  void count_down() {
    const std::uint32_t before = word_.fetch_sub(1, Orders.down);
    Layer::require(count_of(before) != 0, "CountLatch: counted down more often than up");
    if (before == (kAnnounced | 1)) open_to_sleepers();
  }

  /// Blocks until the latch is open.
  ///
  /// \param spin how long to spin before blocking.
  /// \threads Any thread; with Waiters::one, one thread at a time.
  /// \progress Blocking.
  /// \orders What each counter did before count_down happens before the return.
  void wait(SpinWait<Layer> spin = SpinWait<Layer>()) {
    bool has_announced = false;
    Layer::retry([&] {
      std::uint32_t word = word_.load(Orders.probe);
      if (is_open(word)) return true;
      if (count_of(word) == 0 || !spin.should_block()) {
        spin.pause();
        return false;
      }
      const bool is_announced = (word & kAnnounced) != 0;
      Layer::require(kWaiters == Waiters::many || has_announced || !is_announced,
                     "CountLatch: two waiters, made for one");
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

  // Changes `word` to what the caller may block on. False if the caller may not block.
  bool announce(std::uint32_t& word) {
    if (!word_.compare_exchange_weak(word, word | kAnnounced, Orders.announce, Orders.refused))
      return !Protocol.block_only_if_announced && count_of(word) != 0;
    word |= kAnnounced;
    return true;
  }

  void open_to_sleepers() {
    kWaiters == Waiters::many ? word_.notify_all() : word_.notify_one();
    word_.fetch_sub(kAnnounced, Orders.finish);
  }

  typename Layer::template atomic<std::uint32_t> word_;
};

static_assert(sizeof(CountLatch<>) == 4);

}  // namespace vigil
