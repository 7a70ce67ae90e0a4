// The calls of libc that no model may make: those by which it would leave its execution, or take the program along, and
// those of a clock. In the model's turn those that end the program are violations, and the others end the search;
// elsewhere all of them do what they do.
//
// A clock is refused because the same choices would not lead to the same execution, and because a loop that gives up at
// some time would look like one that waits.
//
// In a program that is linked statically there is no other quick_exit and pthread_create to call: the first ends the
// program at once there, and the second fails. The clocks are the kernel's there.
//
// Not covered: what reaches the kernel by other ways, such as execve, vfork and system calls made by hand, and the
// processor's own counter of time.

#include "interposition.hpp"
#include "runtime.hpp"
#include "system_code.hpp"

#include <vigil/checker/whose_turn.hpp>

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#if VIGIL_CHECKER_INTERPOSES

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): glibc's own names.
int __sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept;
pid_t __fork() noexcept;
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}

namespace vigil::checker {
namespace {

// What this program would call if it did not define the name. Looked up once: a handler of a signal may come next.
template <class Function>
class Next {
 public:
  constexpr explicit Next(const char* name) : name_(name) {}
  [[nodiscard]] Function* get() {
    Function* found = found_.load(std::memory_order_relaxed);
    if (found != nullptr) return found;
    found = reinterpret_cast<Function*>(next_function(name_));
    found_.store(found, std::memory_order_relaxed);
    return found;
  }

 private:
  const char* name_;
  std::atomic<Function*> found_{nullptr};
};

constinit Next<void(int)> next_exit("exit");
constinit Next<void(int)> next_quick_exit("quick_exit");
constinit Next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)> next_pthread_create("pthread_create");
constinit Next<int(clockid_t, timespec*)> next_clock_gettime("clock_gettime");
constinit Next<int(timeval*, void*)> next_gettimeofday("gettimeofday");
constinit Next<time_t(time_t*)> next_time("time");
constinit Next<clock_t()> next_clock("clock");
constinit Next<int(timespec*, int)> next_timespec_get("timespec_get");

std::string name_of_signal(int signal) {
#if __GLIBC_PREREQ(2, 32)
  if (const char* const name = sigabbrev_np(signal)) return std::string("SIG") + name;
#endif
  return "signal " + std::to_string(signal);
}

// The text is the checker's: the memory of the model is gone before it is read.
[[noreturn]] void end_with(const char* call, int status) {
  const detail::CheckersTurn turn;
  Runtime::current().replay().violate(Violation::crash,
                                      "the model calls " + std::string(call) + "(" + std::to_string(status) + ")");
}

[[noreturn]] void end_by(int signal) {
  const detail::CheckersTurn turn;
  Runtime::current().replay().violate(Violation::crash, "the model raises " + name_of_signal(signal));
}

[[noreturn]] void refuse(const char* call, const char* instead) {
  const detail::CheckersTurn turn;
  Runtime::current().replay().refuse("the model calls " + std::string(call) + ": " + instead);
}

constexpr const char* kNoClock = "a clock is no part of an execution; let Layer::choose say when time is up";
constexpr const char* kNoSignals = "signals are the checker's, and a model has none";

// As libc's own, which no other name gives.
[[noreturn]] void end_at_once(int status) {
  for (;;) syscall(SYS_exit_group, status);
}

timespec kernel_time(clockid_t clock) {
  timespec now{};
  syscall(SYS_clock_gettime, clock, &now);
  return now;
}

bool reaches_this_process(pid_t process) { return process == getpid() || process <= 0; }

}  // namespace
}  // namespace vigil::checker

extern "C" {

[[gnu::weak]] void exit(int status) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) end_with("exit", status);
  next_exit.get()(status);
  __builtin_unreachable();
}
[[gnu::weak]] void quick_exit(int status) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) end_with("quick_exit", status);
  if (auto* const next = next_quick_exit.get()) next(status);
  end_at_once(status);
}
[[gnu::weak]] void _exit(int status) {
  using namespace vigil::checker;
  if (detail::model_runs) end_with("_exit", status);
  end_at_once(status);
}
[[gnu::weak]] void _Exit(int status) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) end_with("_Exit", status);
  end_at_once(status);
}

[[gnu::weak]] int raise(int signal) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) end_by(signal);
  return static_cast<int>(syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal));
}
// Signal 0 only asks whether there is such a process.
[[gnu::weak]] int kill(pid_t process, int signal) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs && signal != 0 && reaches_this_process(process)) end_by(signal);
  return static_cast<int>(syscall(SYS_kill, process, signal));
}

// With the semantics of BSD, as glibc's.
[[gnu::weak]] void (*signal(int number, void (*handler)(int)) noexcept)(int) {
  using namespace vigil::checker;
  if (detail::model_runs) refuse("signal()", kNoSignals);
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, number);
  return __sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
[[gnu::weak]] int sigaction(int number, const struct sigaction* action, struct sigaction* before) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs && action != nullptr) refuse("sigaction()", kNoSignals);
  return __sigaction(number, action, before);
}

[[gnu::weak]] pid_t fork() noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) refuse("fork()", "a model is one process, and has threads, of its own or Layer::thread");
  return __fork();
}
[[gnu::weak]] int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*code)(void*),
                                 void* argument) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs)
    refuse("pthread_create()",
           "the checker does not see that thread, std::thread's or std::async's; use Layer::thread");
  auto* const next = next_pthread_create.get();
  return next == nullptr ? ENOSYS : next(thread, attributes, code, argument);
}

[[gnu::weak]] int clock_gettime(clockid_t clock, timespec* now) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) refuse("clock_gettime(), as std::chrono does", kNoClock);
  if (auto* const next = next_clock_gettime.get()) return next(clock, now);
  return static_cast<int>(syscall(SYS_clock_gettime, clock, now));
}
[[gnu::weak]] int gettimeofday(timeval* now, void* zone) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) refuse("gettimeofday()", kNoClock);
  if (auto* const next = next_gettimeofday.get()) return next(now, zone);
  return static_cast<int>(syscall(SYS_gettimeofday, now, zone));
}
[[gnu::weak]] time_t time(time_t* result) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) refuse("time()", kNoClock);
  if (auto* const next = next_time.get()) return next(result);
  const time_t now = kernel_time(CLOCK_REALTIME).tv_sec;
  if (result != nullptr) *result = now;
  return now;
}
[[gnu::weak]] clock_t clock() noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) refuse("clock()", kNoClock);
  if (auto* const next = next_clock.get()) return next();
  const timespec now = kernel_time(CLOCK_PROCESS_CPUTIME_ID);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}
[[gnu::weak]] int timespec_get(timespec* now, int base) noexcept {
  using namespace vigil::checker;
  if (detail::model_runs) refuse("timespec_get()", kNoClock);
  if (auto* const next = next_timespec_get.get()) return next(now, base);
  if (base != TIME_UTC) return 0;
  *now = kernel_time(CLOCK_REALTIME);
  return base;
}

}  // extern "C"

#endif
