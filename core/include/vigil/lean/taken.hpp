#pragma once

#include <vigil/common/steal_result.hpp>

#include <cassert>

namespace vigil::lean {

// What came of an attempt to take tasks that others may take too: one task to run, and whether there are now tasks that
// somebody else should be told of.
//
// `must_notify` is true if the attempt put tasks into the taker's own ring, or knows of tasks that it left where they
// were. Somebody may have looked for those tasks meanwhile, found nothing that it could take, and gone to sleep (S-42,
// S-50): so whoever is told so wakes another worker before it runs anything. It does not depend on the status.
template <class T>
class [[nodiscard]] Taken {
 public:
  static constexpr Taken success(T* task, bool must_notify) { return {StealStatus::success, task, must_notify}; }
  static constexpr Taken empty() { return {StealStatus::empty, nullptr, false}; }
  static constexpr Taken retry(bool must_notify = false) { return {StealStatus::retry, nullptr, must_notify}; }

  [[nodiscard]] constexpr StealStatus status() const { return status_; }
  [[nodiscard]] constexpr bool is_success() const { return status_ == StealStatus::success; }
  [[nodiscard]] constexpr bool is_empty() const { return status_ == StealStatus::empty; }
  [[nodiscard]] constexpr bool is_retry() const { return status_ == StealStatus::retry; }
  [[nodiscard]] constexpr bool must_notify() const { return must_notify_; }

  // The task. Only of a success.
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
