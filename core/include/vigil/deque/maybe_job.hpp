#pragma once

#include <cassert>
#include <concepts>

namespace vigil {

/// A job, or nothing: as `std::optional<T>`, but returned in two registers.
///
/// g++ 12 returns an optional of a pointer through the stack: it writes one byte and reads eight back, and the
/// processor waits for that. A pop that is not inlined then takes four times as long; `bench/deque` has the figure.
///
/// \snippet deque/maybe_job.cpp example
template <class T>
class [[nodiscard]] MaybeJob {
 public:
  /// No job.
  constexpr MaybeJob() noexcept = default;
  /// `job` if `has_job`, otherwise no job.
  constexpr MaybeJob(bool has_job, T job) noexcept : job_(job), has_job_(has_job) {}

  /// Whether there is a job.
  /// \{
  [[nodiscard]] constexpr bool has_value() const noexcept { return has_job_; }
  constexpr explicit operator bool() const noexcept { return has_job_; }
  /// \}

  /// The job.
  ///
  /// \pre There is one.
  [[nodiscard]] constexpr T operator*() const noexcept {
    assert(has_job_);
    return job_;
  }
  /// The job, or `other` if there is none.
  [[nodiscard]] constexpr T value_or(T other) const noexcept { return has_job_ ? job_ : other; }

  /// Compares the jobs; no job equals no job.
  friend constexpr bool operator==(const MaybeJob& a, const MaybeJob& b) noexcept requires std::equality_comparable<T> {
    return a.has_job_ == b.has_job_ && (!a.has_job_ || a.job_ == b.job_);
  }

 private:
  T job_{};
  bool has_job_ = false;
};

}  // namespace vigil
