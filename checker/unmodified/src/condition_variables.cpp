// pthread_cond_t, of which std::condition_variable and cnd_t are made.

#include "condition_variables.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "mutexes.hpp"
#include "next.hpp"
#include "places.hpp"
#include "time.hpp"

#include <vigil/checker/hooks.hpp>

#include <pthread.h>

#include <cerrno>

namespace vigil::unmodified {
namespace {

Found& condition_at(const pthread_cond_t* condition) {
  return objects().use(ObjectKind::condition_variable, condition, sizeof *condition, true);
}

// A condition variable, and the mutex that it is waited for with.
struct Wait {
  pthread_cond_t* condition;
  pthread_mutex_t* mutex;
};

// The thread releases the mutex and has it again; `for_notification`: false if no notification ended the wait.
template <class ForNotification>
bool perform(const Wait& wait, ForNotification for_notification) {
  Found& held = mutex_at(wait.mutex);
  const Found& waited = condition_at(wait.condition);
  held.depth = 0;
  const bool is_woken = for_notification(waited.handle, held.handle);
  held.depth = 1;
  return is_woken;
}

bool wait_without_limit(const Wait& wait) {
  return perform(wait, [&](const Handle& condition, const Handle& mutex) {
    detail::wait(condition, wait.condition, mutex, wait.mutex, place());
    return true;
  });
}

}  // namespace

int wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  const Hook hook;
  (void)wait_without_limit({condition, mutex});
  return 0;
}

int wait_until(pthread_cond_t* condition, pthread_mutex_t* mutex, const std::timespec& end) {
  if (is_invalid(end)) return EINVAL;
  const Hook hook;
  const TimeLimit limit(end);
  const Wait wait{condition, mutex};
  if (limit.is_never()) return wait_without_limit(wait) ? 0 : ETIMEDOUT;
  const bool is_woken = perform(wait, [&](const Handle& queue, const Handle& held) {
    if (!limit.has_passed()) {
      detail::show_state();
      return detail::wait_for(queue, condition, held, mutex, place());
    }
    detail::unlock(held, mutex, place());
    detail::lock(held, mutex, place());
    return false;
  });
  if (is_woken) return 0;
  if (!limit.has_passed()) limit.pass();
  return ETIMEDOUT;
}

void notify(const pthread_cond_t* condition, bool all) {
  const Hook hook;
  detail::notify(condition_at(condition).handle, condition, all, place());
}

void begin_or_end(const pthread_cond_t* condition) {
  const Hook hook;
  objects().access({reinterpret_cast<std::uintptr_t>(condition), sizeof *condition, true});
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN int hook_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return is_programs(condition) ? wait(condition, mutex) : VIGIL_NEXT(pthread_cond_wait)(condition, mutex);
}
VIGIL_ENTRY(pthread_cond_wait)

VIGIL_HIDDEN int hook_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* end) {
  return is_programs(condition) ? wait_until(condition, mutex, *end)
                                : VIGIL_NEXT(pthread_cond_timedwait)(condition, mutex, end);
}
VIGIL_ENTRY(pthread_cond_timedwait)

VIGIL_HIDDEN int hook_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                             const timespec* end) {
  return is_programs(condition) ? wait_until(condition, mutex, *end)
                                : VIGIL_NEXT(pthread_cond_clockwait)(condition, mutex, clock, end);
}
VIGIL_ENTRY(pthread_cond_clockwait)

VIGIL_HIDDEN int hook_pthread_cond_signal(pthread_cond_t* condition) {
  if (!is_programs(condition)) return VIGIL_NEXT(pthread_cond_signal)(condition);
  notify(condition, false);
  return 0;
}
VIGIL_ENTRY(pthread_cond_signal)

VIGIL_HIDDEN int hook_pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!is_programs(condition)) return VIGIL_NEXT(pthread_cond_broadcast)(condition);
  notify(condition, true);
  return 0;
}
VIGIL_ENTRY(pthread_cond_broadcast)

VIGIL_HIDDEN int hook_pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  if (is_programs(condition)) begin_or_end(condition);
  return VIGIL_NEXT(pthread_cond_init)(condition, attributes);
}
VIGIL_ENTRY(pthread_cond_init)

VIGIL_HIDDEN int hook_pthread_cond_destroy(pthread_cond_t* condition) {
  if (!is_programs(condition)) return VIGIL_NEXT(pthread_cond_destroy)(condition);
  begin_or_end(condition);
  return 0;
}
VIGIL_ENTRY(pthread_cond_destroy)

}  // extern "C"
