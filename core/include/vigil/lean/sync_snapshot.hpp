#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace vigil::lean {

// The fields of a SyncWord:
//
//      31    30 29       28       27              14 13               0
//     ┌────────┬──────────┬────────┬─────────────────┬─────────────────┐
//     │ state  │ notified │closing │     spawned     │      idle       │      the default widths
//     └────────┴──────────┴────────┴─────────────────┴─────────────────┘
//
// A word of 64 bits has 30 for each number of threads. Source: zap's thread pool.
template <std::unsigned_integral T = std::uint32_t, unsigned ThreadBits = sizeof(T) == 4 ? 14 : 30>
struct SyncWidths {
  using Word = T;
  static_assert(ThreadBits >= 1 && 2 * ThreadBits + 4 <= std::numeric_limits<T>::digits);

  static constexpr unsigned kSpawnedShift = ThreadBits;
  static constexpr unsigned kStateShift = std::numeric_limits<T>::digits - 2;
  static constexpr T kOneIdle = 1;
  static constexpr T kOneSpawned = T{1} << kSpawnedShift;
  static constexpr T kNotified = T{1} << (kStateShift - 1);
  static constexpr T kClosing = T{1} << (kStateShift - 2);
  static constexpr T kThreadMask = kOneSpawned - 1;
  // More threads than this would carry from one field into the next (S-49).
  static constexpr T kMostThreads = kThreadMask;
};

// Every bit of the last one is set, so that a word can be shut down in one step.
enum class SyncState : std::uint8_t { pending, waking, signaled, shut_down };

// What a SyncWord said at one moment, or is to say. See there for what the fields mean.
template <class Widths = SyncWidths<>>
class SyncSnapshot {
 public:
  using Word = typename Widths::Word;

  constexpr explicit SyncSnapshot(Word word) noexcept : word_(word) {}

  [[nodiscard]] constexpr SyncState state() const noexcept { return SyncState(word_ >> Widths::kStateShift); }
  [[nodiscard]] constexpr bool notified() const noexcept { return (word_ & Widths::kNotified) != 0; }
  [[nodiscard]] constexpr bool closing() const noexcept { return (word_ & Widths::kClosing) != 0; }
  [[nodiscard]] constexpr Word spawned() const noexcept {
    return (word_ >> Widths::kSpawnedShift) & Widths::kThreadMask;
  }
  [[nodiscard]] constexpr Word idle() const noexcept { return word_ & Widths::kThreadMask; }
  [[nodiscard]] constexpr Word word() const noexcept { return word_; }

  // The same with another field. Numbers of threads must stay within their fields.
  [[nodiscard]] constexpr SyncSnapshot with(SyncState state) const noexcept {
    constexpr Word kOthers = (Word{1} << Widths::kStateShift) - 1;
    return SyncSnapshot((word_ & kOthers) | (static_cast<Word>(state) << Widths::kStateShift));
  }
  [[nodiscard]] constexpr SyncSnapshot with_token(bool notified) const noexcept {
    return SyncSnapshot(notified ? word_ | Widths::kNotified : word_ & ~Widths::kNotified);
  }
  [[nodiscard]] constexpr SyncSnapshot with_closing(bool closing) const noexcept {
    return SyncSnapshot(closing ? word_ | Widths::kClosing : word_ & ~Widths::kClosing);
  }
  [[nodiscard]] constexpr SyncSnapshot plus_idle(int threads) const noexcept {
    return SyncSnapshot(word_ + static_cast<Word>(threads) * Widths::kOneIdle);
  }
  [[nodiscard]] constexpr SyncSnapshot plus_spawned(int threads) const noexcept {
    return SyncSnapshot(word_ + static_cast<Word>(threads) * Widths::kOneSpawned);
  }

  // All threads are idle, and none has been told of anything: nothing is left to do, if no one else is about to push.
  [[nodiscard]] constexpr bool is_at_rest() const noexcept { return idle() == spawned() && !notified(); }

  [[nodiscard]] constexpr bool idle_within_spawned() const noexcept { return idle() <= spawned(); }
  [[nodiscard]] constexpr bool signal_comes_with_token() const noexcept {
    return state() != SyncState::signaled || notified();
  }

  friend constexpr bool operator==(SyncSnapshot, SyncSnapshot) noexcept = default;

 private:
  Word word_;
};

}  // namespace vigil::lean
