// Signals that the program sends itself end it. Masks of signals are of no effect, because none comes from outside.

#include "entry.hpp"
#include "hook.hpp"
#include "next.hpp"
#include "program.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <string>

namespace vigil::unmodified {
namespace {

[[noreturn]] void end_by(int signal) {
  const Hook hook;
  violate(Violation::crash, "the program raises signal " + std::to_string(signal) + " (" + strsignal(signal) + ")");
}

int leave_mask(sigset_t* before) {
  if (before != nullptr) sigemptyset(before);
  return 0;
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN int hook_raise(int signal) {
  if (explores() && signal != 0) end_by(signal);
  return VIGIL_NEXT(raise)(signal);
}
VIGIL_ENTRY(raise)

// Signal 0 only asks whether there is such a process.
VIGIL_HIDDEN int hook_kill(pid_t process, int signal) {
  if (explores() && signal != 0) {
    if (process == getpid() || process <= 0) end_by(signal);
    const Hook hook;
    refuse("calls kill() for another process", __builtin_return_address(0));
  }
  return VIGIL_NEXT(kill)(process, signal);
}
VIGIL_ENTRY(kill)

VIGIL_HIDDEN int hook_sigprocmask(int how, const sigset_t* set, sigset_t* before) {
  return explores() ? leave_mask(before) : VIGIL_NEXT(sigprocmask)(how, set, before);
}
VIGIL_ENTRY(sigprocmask)

VIGIL_HIDDEN int hook_pthread_sigmask(int how, const sigset_t* set, sigset_t* before) {
  return explores() ? leave_mask(before) : VIGIL_NEXT(pthread_sigmask)(how, set, before);
}
VIGIL_ENTRY(pthread_sigmask)

}  // extern "C"
