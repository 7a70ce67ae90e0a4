#pragma once

#include <vigil/common/steal_result.hpp>

#include <cassert>

namespace vigil::lean {

/// What an attempt to take tasks brought, where other threads may take them too: one task to run, and whether other
/// workers must be notified.
///
/// `must_notify` is true if the attempt put tasks into the taker's own ring, or knows of tasks that it left where they
/// were. A worker may have searched for those tasks meanwhile, found none that it could take, and fallen asleep (S-42,
/// S-50). So the taker wakes another worker before it runs a task. `must_notify` does not depend on the status.
///
/// \snippet lean/taken.cpp example
template <class T>
class [[nodiscard]] Taken {
 public:
  /// Each status: a task; no task was there; another thread took tasks at the same time.
  ///
  /// \{
  static constexpr Taken success(T* task, bool must_notify) { return {StealStatus::success, task, must_notify}; }
  static constexpr Taken empty() { return {StealStatus::empty, nullptr, false}; }
  static constexpr Taken retry(bool must_notify = false) { return {StealStatus::retry, nullptr, must_notify}; }
  /// \}

  /// Which status it is.
  ///
  /// \{
  [[nodiscard]] constexpr StealStatus status() const { return status_; }
  [[nodiscard]] constexpr bool is_success() const { return status_ == StealStatus::success; }
  [[nodiscard]] constexpr bool is_empty() const { return status_ == StealStatus::empty; }
  [[nodiscard]] constexpr bool is_retry() const { return status_ == StealStatus::retry; }
  /// \}

  /// Whether the taker has to wake another worker.
  [[nodiscard]] constexpr bool must_notify() const { return must_notify_; }

  /// The task.
  ///
  /// \pre is_success()
  [[nodiscard]] constexpr T* task() const {
    assert(is_success());
    return task_;
  }

 private:
  constexpr Taken(StealStatus status, T* task, bool must_notify)
      : task_(task), status_(status), must_notify_(must_notify) {}

  T* task_;
  StealStatus status_;
  bool must_notify_;
};

}  // namespace vigil::lean
