#pragma once

#include <csignal>

namespace vigil::checker {

// While one lives, Ctrl-C, SIGTERM and the end of the terminal do not end the program. A search asks the guard between
// executions. One lives at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  // Since it was constructed.
  [[nodiscard]] bool is_interrupted() const;

 private:
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
  struct sigaction hang_up_before_ {};
};

}  // namespace vigil::checker
