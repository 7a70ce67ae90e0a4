// syscall(SYS_futex, ...), by which libstdc++ makes std::atomic::wait, semaphores, latches, barriers and futures.
//
// The kernel orders more than a load does: a thread that goes to sleep, and one that wakes others, pass a full barrier
// before they look at each other, and so does a thread that was woken.

#include "entry.hpp"
#include "hook.hpp"
#include "mutexes.hpp"
#include "next.hpp"
#include "places.hpp"
#include "threads.hpp"
#include "time.hpp"

#include <vigil/checker/hooks.hpp>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <optional>
#include <string>

namespace vigil::unmodified {
namespace {

void barrier() { detail::fence({std::memory_order_seq_cst, place()}); }

long wait(const std::uint32_t* word, std::uint32_t old, std::optional<TimeLimit> limit) {
  using End = checker::Operations::FutexEnd;
  barrier();
  const Found& found = objects().use(ObjectKind::atomic, word, sizeof *word, false);
  const detail::Site site{std::memory_order_relaxed, place()};
  detail::show_state();
  if (limit && limit->has_passed()) {
    errno = detail::load(found.handle, word, site) != old ? EAGAIN : ETIMEDOUT;
    return -1;
  }
  const bool may_time_out = limit && !limit->is_never();
  const End end = checker::Runtime::current().operations().wait_on_futex(found.handle, word, old, may_time_out, site);
  if (end == End::woken) return barrier(), 0;
  if (end == End::timed_out) limit->pass();
  errno = end == End::changed ? EAGAIN : ETIMEDOUT;
  return -1;
}

// FUTEX_WAIT has a duration, FUTEX_WAIT_BITSET a moment.
std::optional<TimeLimit> limit_of(const std::array<long, 6>& arguments) {
  const auto* const time = reinterpret_cast<const timespec*>(arguments[3]);
  if (time == nullptr) return std::nullopt;
  const bool is_duration = (static_cast<int>(arguments[1]) & FUTEX_CMD_MASK) == FUTEX_WAIT;
  return is_duration ? TimeLimit::after(*time) : TimeLimit(*time);
}

// The result is not the number of threads that were woken. No program that uses that number is known.
long wake(const std::uint32_t* word, std::uint32_t most) {
  barrier();
  const Found& found = objects().use(ObjectKind::atomic, word, sizeof *word, false);
  detail::notify(found.handle, word, most > 1, place());
  return 1;
}

long futex(const std::array<long, 6>& arguments, const void* caller) {
  const Hook hook;
  const auto* const word = reinterpret_cast<const std::uint32_t*>(arguments[0]);
  switch (static_cast<int>(arguments[1]) & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return wait(word, static_cast<std::uint32_t>(arguments[2]), limit_of(arguments));
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return wake(word, static_cast<std::uint32_t>(arguments[2]));
    default:
      refuse("calls syscall(SYS_futex) with operation " + std::to_string(arguments[1] & FUTEX_CMD_MASK), caller);
  }
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" VIGIL_HIDDEN long hook_syscall(long number, ...) {
  std::array<long, 6> arguments{};
  va_list list;
  va_start(list, number);
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (!explores())
    return VIGIL_NEXT(syscall)(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                               arguments[5]);
  const void* const caller = __builtin_return_address(0);
  if (number == SYS_futex) return futex(arguments, caller);
  if (number == SYS_gettid) {
    note_name_of_current();
    return static_cast<long>(current_thread()) + 1;
  }
  const Hook hook;
  refuse("calls syscall(" + std::to_string(number) + ")", caller);
}
VIGIL_ENTRY(syscall)
