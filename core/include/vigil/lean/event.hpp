#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_atomics.hpp>
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
//     any of them ── shutdown ──▶ shut down, for ever
//
//   notify     leaves the token, and wakes one thread if the word says that some may be blocked
//   wait       takes the token, or blocks until there is one
//   shutdown   lets everybody pass: who is blocked, and who comes later
//
// Invariant, `token_not_slept_through`: while the token is there and a thread is blocked, some thread is on its way to
// take it, or about to be woken for it. The word may say less than `waiting` while threads are blocked: so whoever has
// been blocked leaves `waiting` behind when it takes the token, because others may be blocked still.
//
// Promised: what happened before notify happens before the return of whoever takes its token; what happened before
// shutdown happens before each return that it causes. Not promised: one awakening for each notify. Tokens do not add
// up, so whoever takes one looks for everything that it may stand for.
//
// Progress: notify is lock-free, shutdown wait-free, apart from the waking; wait blocks. Four bytes, usable as a
// static. Source: the event of zap's thread pool, without its defects.

// Why a thread that waited goes on.
enum class Awakening { by_token, by_shutdown };

template <ThreadedLayer A = StdAtomics, const EventOrders& Orders = kEventOrders,
          const EventProtocol& Protocol = kEventProtocol>
class Event {
 public:
  using Spin = SpinWait<A>;

  constexpr Event() noexcept = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  // Takes the token, after blocking until there is one; or says that the event is shut down. Any number of threads.
  // Spins first: a token that comes meanwhile, while nobody is blocked, costs its notifier no call of the system.
  Awakening wait(Spin spin = Spin()) {
    bool has_blocked = false;
    bool has_token = false;
    A::retry([&] {
      std::uint32_t word = word_.load(Orders.look);
      if (word == kShutdown) return true;
      if (word == kNotified) {
        const std::uint32_t left = has_blocked && Protocol.rearm_after_blocking ? kWaiting : kEmpty;
        has_token = word_.compare_exchange_weak(word, left, Orders.take, Orders.refused);
        return has_token;
      }
      if (!has_blocked && !spin.would_yield()) {
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

  // Leaves the token, if the event is not shut down, and wakes one of those who are blocked. Any thread.
  void notify() {
    const auto token = [](std::uint32_t word) -> MaybeValue<std::uint32_t> {
      if (word == kShutdown && Protocol.shutdown_is_final) return std::nullopt;
      return kNotified;
    };
    // The guess spares a look.
    const MaybeValue<std::uint32_t> before = word_.fetch_update_from(kWaiting, token, Orders.notify, Orders.refused);
    if (before.has_value() && *before == kWaiting) word_.notify_one();
  }

  // Lets everybody pass from now on. Any thread, any number of times.
  void shutdown() {
    const std::uint32_t word = word_.exchange(kShutdown, Orders.shutdown);
    if (word == kWaiting || Protocol.shutdown_wakes_all) word_.notify_all();
  }

 private:
  static constexpr std::uint32_t kEmpty = 0;
  static constexpr std::uint32_t kWaiting = 1;
  static constexpr std::uint32_t kNotified = 2;
  static constexpr std::uint32_t kShutdown = 3;

  typename A::template atomic<std::uint32_t> word_{kEmpty, "event"};
};

static_assert(sizeof(Event<>) == 4);

}  // namespace vigil::lean
