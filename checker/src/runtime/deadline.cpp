#include "deadline.hpp"

#include "runtime.hpp"

#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>

namespace vigil::checker {
namespace {

constexpr std::chrono::nanoseconds kBetweenSignals = std::chrono::milliseconds(1);

// One that nothing else uses by itself: among those for programs, and neither the first nor the last.
int signal_of_deadlines() { return SIGRTMIN + 7; }

const void* place_of(const ucontext_t& context) {
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(context.uc_mcontext.pc);
#else
  return &context;
#endif
}

void on_signal(int /*signal*/, siginfo_t* /*information*/, void* context) {
  const auto& interrupted = *static_cast<const ucontext_t*>(context);
  const int error = errno;
  Runtime::on_deadline(place_of(interrupted), interrupted.uc_sigmask);
  errno = error;
}

// The handler is the whole program's: the first alarm installs it, and the last one puts back what was there.
class Handler {
 public:
  void begin() {
    const std::lock_guard lock(mutex_);
    if (alarms_++ != 0) return;
    struct sigaction action {};
    action.sa_sigaction = &on_signal;
    action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_RESTART;
    sigaction(signal_of_deadlines(), &action, &before_);
  }
  void end() {
    const std::lock_guard lock(mutex_);
    if (--alarms_ == 0) sigaction(signal_of_deadlines(), &before_, nullptr);
  }

 private:
  std::mutex mutex_;
  unsigned alarms_ = 0;
  struct sigaction before_ {};
};
constinit Handler handler;

timespec in_parts(std::chrono::nanoseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  return {seconds.count(), (time - seconds).count()};
}

}  // namespace

DeadlineAlarm::DeadlineAlarm(const Deadline& deadline) {
  if (deadline) set(CLOCK_MONOTONIC, deadline->time_since_epoch(), TIMER_ABSTIME);
}

DeadlineAlarm::DeadlineAlarm(std::chrono::nanoseconds processor_time) {
  set(CLOCK_THREAD_CPUTIME_ID, processor_time, 0);
}

void DeadlineAlarm::set(clockid_t clock, std::chrono::nanoseconds when, int flags) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal_of_deadlines();
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  timer_t timer{};
  // The system may have too few of them. The search looks at the clock all the same, between executions.
  if (timer_create(clock, &event, &timer) != 0) return;
  handler.begin();
  timer_ = timer;
  // A time of zero would disarm it.
  const itimerspec times{in_parts(kBetweenSignals), in_parts(std::max(when, kBetweenSignals))};
  timer_settime(timer, flags, &times, nullptr);
}

DeadlineAlarm::~DeadlineAlarm() {
  if (!timer_) return;
  timer_delete(*timer_);
  handler.end();
}

}  // namespace vigil::checker
