#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/lean/event_tables.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace vigil::lean {

// Where idle threads block: one word, which holds at most one *token*.
//
//     empty ── wait ──▶ waiting ── notify ──▶ notified ── wait ──▶ empty, or waiting again
//       └───────────── notify ────────────────▶┘
//     any of them ── shutdown ──▶ shut down, forever
//
//   notify     leaves the token, and wakes one thread if the word says that threads may be blocked
//   wait       takes the token, or blocks until there is one
//   shutdown   lets all threads pass: those that are blocked, and those that come later
//
// While the token is there and a thread is blocked, another thread is about to take the token or about to wake a thread
// for it. The word may be empty or notified while threads are blocked: several threads can block at one `waiting`, and
// the notify for the first of them replaces it. So a thread that was blocked leaves `waiting` behind when it takes the
// token.
//
// Promised: what happened before a notify happens before the return of the thread that takes its token. What happened
// before the shutdown happens before each return that it causes. Not promised: one awakening for each notify. Tokens do
// not add up, so a thread that takes one searches for everything that it may stand for.

/// Why a thread that waited goes on.
enum class Awakening {
  /// It took the token.
  by_token,
  /// The event is shut down.
  by_shutdown
};

/// Where idle threads block until a notify or the shutdown.
///
/// Takes four bytes, and can be `constinit`.
///
/// \threads   Any thread, for all members.
/// \source    The event of zap's thread pool, without its defects (S-53).
///
/// \snippet lean/event.cpp example
template <WaitingLayer Layer = StdAtomics, const EventOrders& Orders = kEventOrders,
          const EventProtocol& Protocol = kEventProtocol>
class Event {
 public:
  /// How a thread spins before it blocks.
  using Spin = SpinWait<Layer>;

  /// Without a token.
  constexpr Event() noexcept = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  /// Takes the token, or says that the event is shut down.
  ///
  /// Spins first: a token that comes meanwhile, while no thread is blocked, costs its notifier no system call.
  ///
  /// \progress  Blocking: until there is a token or a shutdown.
  /// \orders    What happened before the notify or the shutdown happens before the return that it causes.
  Awakening wait(Spin spin = Spin()) {
    bool has_blocked = false;
    bool has_token = false;
    Layer::retry([&] {
      std::uint32_t word = word_.load(Orders.check);
      if (word == kShutdown) return true;
      if (word == kNotified) {
        const std::uint32_t left = has_blocked && Protocol.rearm_after_blocking ? kWaiting : kEmpty;
        has_token = word_.compare_exchange_weak(word, left, Orders.take, Orders.refused);
        return has_token;
      }
      if (!spin.should_block()) {
        spin.pause();
        return false;
      }
      if (word == kEmpty && !word_.compare_exchange_weak(word, kWaiting, Orders.announce, Orders.refused)) return false;
      word_.wait(kWaiting, Orders.sleep);
      has_blocked = true;
      return false;
    });
    return has_token ? Awakening::by_token : Awakening::by_shutdown;
  }

  /// Leaves the token, and wakes one thread if any may be blocked. Does nothing once the event is shut down.
  ///
  /// \progress  Lock-free, and a system call if a thread may be blocked.
  void notify() {
    const auto token = [](std::uint32_t word) -> MaybeValue<std::uint32_t> {
      if (word == kShutdown && Protocol.shutdown_is_final) return std::nullopt;
      return kNotified;
    };
    // The guess spares a load.
    const MaybeValue<std::uint32_t> before = word_.fetch_update_from(kWaiting, token, Orders.notify, Orders.refused);
    if (before.has_value() && *before == kWaiting) word_.notify_one();
  }

  /// Lets all threads pass from now on. May be called more than once.
  ///
  /// Wakes all threads, whatever the word said: one that is blocked beside a token has left no trace there.
  ///
  /// \progress  Wait-free, and a system call.
  void shutdown() {
    word_.exchange(kShutdown, Orders.shutdown);
    word_.notify_all();
  }

 private:
  enum State : std::uint32_t { kEmpty, kWaiting, kNotified, kShutdown };

  typename Layer::template atomic<std::uint32_t> word_{kEmpty, "event"};
};

static_assert(sizeof(Event<>) == 4);

}  // namespace vigil::lean
