#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace vigil::lean {

/// The widths of the fields of a SyncWord. These are the default ones:
///
/// \code{.unparsed}
///      31    30 29       28       27              14 13               0
///     ┌────────┬──────────┬────────┬─────────────────┬─────────────────┐
///     │ state  │ notified │closing │     spawned     │      idle       │
///     └────────┴──────────┴────────┴─────────────────┴─────────────────┘
/// \endcode
///
/// A word of 64 bits has 30 bits for each number of threads.
///
/// \tparam T           The type of the word.
/// \tparam ThreadBits  The width of each number of threads, in bits.
/// \source  zap's thread pool.
template <std::unsigned_integral T = std::uint32_t, unsigned ThreadBits = sizeof(T) == 4 ? 14 : 30>
struct SyncWidths {
  /// The type of the word.
  using Word = T;
  static_assert(ThreadBits >= 1 && 2 * ThreadBits + 4 <= std::numeric_limits<T>::digits);

  /// Where the fields are.
  ///
  /// \{
  static constexpr unsigned kSpawnedShift = ThreadBits;
  static constexpr unsigned kStateShift = std::numeric_limits<T>::digits - 2;
  static constexpr T kOneIdle = 1;
  static constexpr T kOneSpawned = T{1} << kSpawnedShift;
  static constexpr T kNotified = T{1} << (kStateShift - 1);
  static constexpr T kClosing = T{1} << (kStateShift - 2);
  static constexpr T kThreadMask = kOneSpawned - 1;
  /// \}

  /// The largest number of threads. One more would carry from one field into the next (S-49).
  static constexpr T kMostThreads = kThreadMask;
};

/// Whether a thread is being woken; see SyncWord.
enum class SyncState : std::uint8_t {
  /// No thread is being woken.
  pending,
  /// A thread that was woken searches for its first task.
  waking,
  /// A thread has been woken or started, and has not taken the token yet.
  signaled,
  /// All threads leave. Both bits of the field are set.
  shut_down
};

/// What a SyncWord says at one moment, or is to say. SyncWord explains the fields.
///
/// \snippet lean/sync_snapshot.cpp example
template <class Widths = SyncWidths<>>
class SyncSnapshot {
 public:
  /// The type of the word.
  using Word = typename Widths::Word;

  /// The fields of `word`.
  constexpr explicit SyncSnapshot(Word word) noexcept : word_(word) {}

  /// The fields, and the word that has them all.
  ///
  /// \{
  [[nodiscard]] constexpr SyncState state() const noexcept { return SyncState(word_ >> Widths::kStateShift); }
  [[nodiscard]] constexpr bool notified() const noexcept { return (word_ & Widths::kNotified) != 0; }
  [[nodiscard]] constexpr bool closing() const noexcept { return (word_ & Widths::kClosing) != 0; }
  [[nodiscard]] constexpr Word spawned() const noexcept {
    return (word_ >> Widths::kSpawnedShift) & Widths::kThreadMask;
  }
  [[nodiscard]] constexpr Word idle() const noexcept { return word_ & Widths::kThreadMask; }
  [[nodiscard]] constexpr Word word() const noexcept { return word_; }
  /// \}

  /// The same with another value of one field.
  ///
  /// \pre Numbers of threads stay within their fields.
  /// \{
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
  /// \}

  /// All threads are idle, and there is no token. So nothing is left to do, if no other thread is about to push.
  [[nodiscard]] constexpr bool is_at_rest() const noexcept { return idle() == spawned() && !notified(); }

  /// The invariants of a SyncWord, for models and tests.
  ///
  /// \{
  [[nodiscard]] constexpr bool idle_within_spawned() const noexcept { return idle() <= spawned(); }
  [[nodiscard]] constexpr bool signal_comes_with_token() const noexcept {
    return state() != SyncState::signaled || notified();
  }
  /// \}

  /// Compares the values.
  friend constexpr bool operator==(SyncSnapshot, SyncSnapshot) noexcept = default;

 private:
  Word word_;
};

}  // namespace vigil::lean
