#pragma once

#include <cassert>
#include <cstdint>

namespace vigil {

/// What became of one attempt to take a job from a structure from which other threads take jobs too.
enum class StealStatus : std::uint8_t {
  success,  ///< A job was taken.
  empty,    ///< There was no job.
  retry,    ///< There was a job, and another thread interfered. The caller should try again.
};

/// A job, or the reason why there is none.
///
/// A `retry` is not an `empty`: a worker that goes to sleep on a `retry` may sleep while there is a job.
///
/// \snippet common/steal_result.cpp example
/// \tparam T the job: what a deque or an injector holds, such as a pointer.
/// \source crossbeam's `Steal`.
template <class T>
class [[nodiscard]] StealResult {
 public:
  /// The result of an attempt that took `job`.
  static constexpr StealResult success(T job) noexcept { return StealResult(StealStatus::success, job); }
  /// The result of an attempt that found no job.
  static constexpr StealResult empty() noexcept { return StealResult(StealStatus::empty, T{}); }
  /// The result of an attempt with which another thread interfered.
  static constexpr StealResult retry() noexcept { return StealResult(StealStatus::retry, T{}); }

  /// What became of the attempt, and whether that is the named status.
  /// \{
  [[nodiscard]] constexpr StealStatus status() const noexcept { return status_; }
  [[nodiscard]] constexpr bool is_success() const noexcept { return status_ == StealStatus::success; }
  [[nodiscard]] constexpr bool is_empty() const noexcept { return status_ == StealStatus::empty; }
  [[nodiscard]] constexpr bool is_retry() const noexcept { return status_ == StealStatus::retry; }
  /// \}

  /// The job.
  ///
  /// \pre The status is `success`.
  [[nodiscard]] constexpr T job() const noexcept {
    assert(is_success());
    return job_;
  }

  /// Compares the statuses, and the jobs of successes.
  friend constexpr bool operator==(const StealResult&, const StealResult&) = default;

 private:
  constexpr StealResult(StealStatus status, T job) noexcept : job_(job), status_(status) {}

  T job_;
  StealStatus status_;
};

}  // namespace vigil
