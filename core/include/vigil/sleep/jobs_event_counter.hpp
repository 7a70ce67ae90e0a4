#pragma once

#include <cstdint>
#include <limits>

namespace vigil {

// A point in the history of "a worker grew sleepy" and "a job was posted": the jobs event counter, JEC.
//
// Its parity says which of the two came last. A worker that grows sleepy makes the counter even, a poster makes it odd,
// and each does so only if the other came last; otherwise the counter already says what it has to say. A sleepy worker
// remembers the value that it saw or made; if the counter still has that value when the worker registers as sleeping,
// no job was posted in between.
//
// Both sides moving the counter in the same direction, as published in Blitz, makes it stick at odd for ever (S-01).
class JobsEventCounter {
 public:
  // The value of a worker that has not grown sleepy: no counter ever equals it.
  static constexpr JobsEventCounter none() noexcept { return JobsEventCounter(kNone); }

  constexpr explicit JobsEventCounter(std::uint64_t value) noexcept : value_(value) {}

  // A worker grew sleepy after the last job was posted.
  [[nodiscard]] constexpr bool is_sleepy() const noexcept { return value_ % 2 == 0; }
  // A job was posted after the last worker grew sleepy.
  [[nodiscard]] constexpr bool is_active() const noexcept { return !is_sleepy(); }
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

  friend constexpr bool operator==(JobsEventCounter, JobsEventCounter) noexcept = default;

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t value_;
};

}  // namespace vigil
