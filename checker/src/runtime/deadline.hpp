#pragma once

#include <chrono>
#include <csignal>
#include <optional>

#include <time.h>

namespace vigil::checker {

// While one lives, a signal interrupts the OS thread that constructed it once the deadline has passed, and again and
// again: what runs then is asked whether it ends, by Runtime::on_deadline. Does nothing without a deadline.
//
// The search looks at the clock between executions by itself. This is for an execution that does not end, in a loop
// without an operation of the layer.
class DeadlineAlarm {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  explicit DeadlineAlarm(const Deadline& deadline);
  // After so much processor time of this thread, which stands still while a debugger looks at it.
  explicit DeadlineAlarm(std::chrono::nanoseconds processor_time);
  ~DeadlineAlarm();
  DeadlineAlarm(const DeadlineAlarm&) = delete;
  DeadlineAlarm& operator=(const DeadlineAlarm&) = delete;

 private:
  void set(clockid_t clock, std::chrono::nanoseconds when, int flags);

  std::optional<timer_t> timer_;
};

}  // namespace vigil::checker
