#include "crash.hpp"

#include "static_memory.hpp"

#include <ucontext.h>

namespace vigil::checker {
namespace {

// Global, because a signal handler gets no argument of our choice.
constinit CrashGuard* guarding = nullptr;

}  // namespace

CrashGuard::CrashGuard(Handler handler)
    : handler_(handler), outer_(guarding), stack_(std::make_unique_for_overwrite<std::byte[]>(kStackBytes)) {
  guarding = this;
  stack_t stack{};
  stack.ss_sp = stack_.get();
  stack.ss_size = kStackBytes;
  sigaltstack(&stack, &old_stack_);
  struct sigaction action {};
  action.sa_sigaction = &on_signal;
  // The handler may itself fault: when the dynamic linker binds a call, it writes to watched static data.
  action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER;
  for (std::size_t i = 0; i != kSignals.size(); ++i) sigaction(kSignals[i], &action, &old_actions_[i]);
}

CrashGuard::~CrashGuard() {
  for (const int signal : kSignals) restore(signal);
  sigaltstack(&old_stack_, nullptr);
  guarding = outer_;
}

void CrashGuard::restore(int signal) const {
  for (std::size_t i = 0; i != kSignals.size(); ++i)
    if (kSignals[i] == signal) sigaction(signal, &old_actions_[i], nullptr);
}

void CrashGuard::on_signal(int signal, siginfo_t* information, void* context) {
  if (signal == SIGSEGV && StaticMemory::note_write(information->si_addr)) return;
  // The handler may leave by a stack switch. After it no signal may stay blocked: neither this one nor the signals that
  // ThreadSanitizer blocks during a handler.
  sigprocmask(SIG_SETMASK, &static_cast<const ucontext_t*>(context)->uc_sigmask, nullptr);
  // The kernel sets codes above zero: an instruction faulted. For other codes, a process sent the signal.
  const bool has_faulted = information->si_code > 0;
  const CrashGuard* const guard = guarding;
  guard->handler_(signal, has_faulted ? information->si_addr : nullptr);
  guard->restore(signal);
  guarding = guard->outer_;
  // A faulting instruction faults again.
  if (!has_faulted) raise(signal);
}

}  // namespace vigil::checker
