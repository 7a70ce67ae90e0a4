#include "interrupt_guard.hpp"

namespace vigil::checker {
namespace {

volatile std::sig_atomic_t interrupted = 0;

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };
  ::sigaction(SIGINT, &action, &interrupt_before_);
  ::sigaction(SIGTERM, &action, &terminate_before_);
  ::sigaction(SIGHUP, nullptr, &hang_up_before_);
  // Under nohup(1) it stays ignored.
  if (hang_up_before_.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &interrupt_before_, nullptr);
  ::sigaction(SIGTERM, &terminate_before_, nullptr);
  ::sigaction(SIGHUP, &hang_up_before_, nullptr);
}

bool InterruptGuard::is_interrupted() const { return interrupted != 0; }

}  // namespace vigil::checker
