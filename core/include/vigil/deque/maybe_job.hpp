#pragma once

#include <cassert>
#include <concepts>

namespace vigil {

// A job, or nothing: what `std::optional<T>` says, in two registers.
//
// g++ 12 returns an optional of a pointer through the stack, one byte written and eight read back, and the processor
// waits for that: a pop that is not inlined takes four times as long. `bench/deque` keeps the figure.
template <class T>
class [[nodiscard]] MaybeJob {
 public:
  constexpr MaybeJob() noexcept = default;
  constexpr MaybeJob(bool has_job, T job) noexcept : job_(job), has_job_(has_job) {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return has_job_; }
  constexpr explicit operator bool() const noexcept { return has_job_; }

  // The job. Only if there is one.
  [[nodiscard]] constexpr T operator*() const noexcept {
    assert(has_job_);
    return job_;
  }
  [[nodiscard]] constexpr T value_or(T other) const noexcept { return has_job_ ? job_ : other; }

  friend constexpr bool operator==(const MaybeJob& a, const MaybeJob& b) noexcept requires std::equality_comparable<T> {
    return a.has_job_ == b.has_job_ && (!a.has_job_ || a.job_ == b.job_);
  }

 private:
  T job_{};
  bool has_job_ = false;
};

}  // namespace vigil
