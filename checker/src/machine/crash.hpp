#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <memory>

namespace vigil::checker {

// During its lifetime a guard handles the signals that faults of the code under test raise: SIGSEGV, SIGBUS, SIGFPE,
// SIGILL and SIGABRT. Its destructor restores the earlier handlers.
//
// Guards may be nested; the innermost handles. A guard belongs to the OS thread that constructs it.
class CrashGuard {
 public:
  // Runs on a stack of its own, so it also works after a stack overflow. `address` is the faulting address, if any. The
  // handler suspends the current fiber, and the guard is then ready for the next signal. If the handler returns, the
  // earlier handler gets the signal.
  using Handler = void (*)(int signal, const void* address);

  explicit CrashGuard(Handler handler);
  ~CrashGuard();
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;

 private:
  static constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  static constexpr std::size_t kStackBytes = 64 * 1024;

  static void on_signal(int signal, siginfo_t* information, void* context);
  void restore(int signal) const;

  Handler handler_;
  CrashGuard* outer_;
  std::unique_ptr<std::byte[]> stack_;
  stack_t old_stack_{};
  std::array<struct sigaction, kSignals.size()> old_actions_{};
};

}  // namespace vigil::checker
