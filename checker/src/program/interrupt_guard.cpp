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
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &interrupt_before_, nullptr);
  ::sigaction(SIGTERM, &terminate_before_, nullptr);
}

bool InterruptGuard::is_interrupted() const { return interrupted != 0; }

}  // namespace vigil::checker
