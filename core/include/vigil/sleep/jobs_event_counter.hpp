#pragma once

#include <cstdint>
#include <limits>

namespace vigil {

/// The jobs event counter (JEC): a point in the history of the events "a worker grew sleepy" and "a job was posted".
///
/// Its parity says which event came last. A worker that grows sleepy makes the counter even; a poster makes it odd.
/// Each does so only if the other event came last, because otherwise the parity is right already. A sleepy worker
/// remembers the value that it found or made. If the counter still has that value when the worker registers as
/// sleeping, no job was posted in between.
///
/// If both sides move the counter in the same direction, as Blitz did, it stays odd forever (S-01).
///
/// \snippet sleep/jobs_event_counter.cpp example
class JobsEventCounter {
 public:
  /// The value of a worker that has not grown sleepy. No counter equals it.
  static constexpr JobsEventCounter none() noexcept { return JobsEventCounter(kNone); }

  /// The counter at `value`.
  constexpr explicit JobsEventCounter(std::uint64_t value) noexcept : value_(value) {}

  /// A worker grew sleepy after the last job was posted.
  [[nodiscard]] constexpr bool is_sleepy() const noexcept { return value_ % 2 == 0; }
  /// A job was posted after the last worker grew sleepy.
  [[nodiscard]] constexpr bool is_active() const noexcept { return !is_sleepy(); }
  /// The counter as a number.
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

  /// Compares the values.
  friend constexpr bool operator==(JobsEventCounter, JobsEventCounter) noexcept = default;

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t value_;
};

}  // namespace vigil
