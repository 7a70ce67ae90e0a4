#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <memory>

namespace vigil::checker {

// While one lives, signals that the code under test raises by its faults are handled: SIGSEGV, SIGBUS, SIGFPE, SIGILL
// and SIGABRT. What handled them before does so again afterwards.
//
// They are nested at most; the last one handles. It belongs to the OS thread that constructs it.
class CrashGuard {
 public:
  // Runs on a stack of its own, so that one that has overflowed does no harm; `address` is the one that faulted, if
  // any. Leaves by suspending the fiber that runs, and is ready for the next signal. If it returns, the signal is left
  // to whatever handled it before.
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
