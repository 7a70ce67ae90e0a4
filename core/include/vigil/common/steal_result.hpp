#pragma once

#include <cassert>
#include <cstdint>

namespace vigil {

// What became of one attempt to take a job from a structure that others take from too.
enum class StealStatus : std::uint8_t {
  success,  // a job was taken
  empty,    // there was none
  retry,    // there was one, and somebody else got in between; it is worth looking again
};

// A job, or the reason why there is none. `retry` is not `empty`: whoever goes to sleep on it may sleep through a job.
template <class T>
class [[nodiscard]] StealResult {
 public:
  static constexpr StealResult success(T job) noexcept { return StealResult(StealStatus::success, job); }
  static constexpr StealResult empty() noexcept { return StealResult(StealStatus::empty, T{}); }
  static constexpr StealResult retry() noexcept { return StealResult(StealStatus::retry, T{}); }

  [[nodiscard]] constexpr StealStatus status() const noexcept { return status_; }
  [[nodiscard]] constexpr bool is_success() const noexcept { return status_ == StealStatus::success; }
  [[nodiscard]] constexpr bool is_empty() const noexcept { return status_ == StealStatus::empty; }
  [[nodiscard]] constexpr bool is_retry() const noexcept { return status_ == StealStatus::retry; }

  // The job. Only of a success.
  [[nodiscard]] constexpr T job() const noexcept {
    assert(is_success());
    return job_;
  }

  friend constexpr bool operator==(const StealResult&, const StealResult&) = default;

 private:
  constexpr StealResult(StealStatus status, T job) noexcept : job_(job), status_(status) {}

  T job_;
  StealStatus status_;
};

}  // namespace vigil
