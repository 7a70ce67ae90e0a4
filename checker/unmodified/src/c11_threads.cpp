// <threads.h>: what the C library makes of the same things as pthread_t, pthread_mutex_t and pthread_cond_t, without
// calls that others can stand in front of. A call_once flag is a pthread_once_t too.

#include "condition_variables.hpp"
#include "entry.hpp"
#include "hook.hpp"
#include "mutexes.hpp"
#include "next.hpp"
#include "once.hpp"
#include "specifics.hpp"
#include "startup.hpp"
#include "threads.hpp"

#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

#include <cerrno>

namespace vigil::unmodified {
namespace {

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t));
static_assert(sizeof(thrd_t) == sizeof(pthread_t) && sizeof(once_flag) == sizeof(pthread_once_t));

pthread_mutex_t* as_pthread(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* as_pthread(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

int result_of(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ETIMEDOUT:
      return thrd_timedout;
    case ENOMEM:
      return thrd_nomem;
    default:
      return thrd_error;
  }
}

// The result of a thread, as the pointer that all threads leave behind.
int unpack(void* result) { return static_cast<int>(reinterpret_cast<std::intptr_t>(result)); }

int join_for_result(thrd_t thread, int* result) {
  void* packed = nullptr;
  const int error = join(thread, result == nullptr ? nullptr : &packed);
  if (error != 0 || result == nullptr) return result_of(error);
  const Hook hook;
  objects().access({reinterpret_cast<std::uintptr_t>(result), sizeof *result, true});
  *result = unpack(packed);
  return thrd_success;
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

// ---- threads

VIGIL_HIDDEN int hook_thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  if (explores())
    return result_of(create(
        thread, false, {[=] { run_thread(function, argument); }, reinterpret_cast<const void*>(function), argument}));
  refuse_before_main("starts a thread", __builtin_return_address(0));
  return VIGIL_NEXT(thrd_create)(thread, function, argument);
}
VIGIL_ENTRY(thrd_create)

VIGIL_HIDDEN int hook_thrd_join(thrd_t thread, int* result) {
  return explores() ? join_for_result(thread, result) : VIGIL_NEXT(thrd_join)(thread, result);
}
VIGIL_ENTRY(thrd_join)

VIGIL_HIDDEN int hook_thrd_detach(thrd_t thread) {
  return explores() ? result_of(detach(thread)) : VIGIL_NEXT(thrd_detach)(thread);
}
VIGIL_ENTRY(thrd_detach)

VIGIL_EXPORTED thrd_t thrd_current() { return pthread_self(); }

VIGIL_EXPORTED void thrd_exit(int result) {
  if (!explores()) VIGIL_NEXT(thrd_exit)(result);
  exit_thread(pack(result));
}

VIGIL_HIDDEN void hook_thrd_yield() { sched_yield(); }
VIGIL_ENTRY(thrd_yield)

VIGIL_HIDDEN int hook_thrd_sleep(const timespec* duration, timespec* left) {
  return explores() ? -clock_nanosleep(CLOCK_REALTIME, 0, duration, left) : VIGIL_NEXT(thrd_sleep)(duration, left);
}
VIGIL_ENTRY(thrd_sleep)

VIGIL_HIDDEN void hook_call_once(once_flag* flag, void (*function)()) {
  if (!is_programs(flag)) return VIGIL_NEXT(call_once)(flag, function);
  once(reinterpret_cast<const pthread_once_t*>(flag), function);
}
VIGIL_ENTRY(call_once)

// ---- mutexes

VIGIL_HIDDEN int hook_mtx_init(mtx_t* mutex, int type) {
  if (is_programs(mutex)) begin(as_pthread(mutex));
  return VIGIL_NEXT(mtx_init)(mutex, type);
}
VIGIL_ENTRY(mtx_init)

VIGIL_HIDDEN void hook_mtx_destroy(mtx_t* mutex) {
  if (is_programs(mutex)) return end(as_pthread(mutex));
  VIGIL_NEXT(mtx_destroy)(mutex);
}
VIGIL_ENTRY(mtx_destroy)

VIGIL_HIDDEN int hook_mtx_lock(mtx_t* mutex) {
  return is_programs(mutex) ? result_of(lock(as_pthread(mutex))) : VIGIL_NEXT(mtx_lock)(mutex);
}
VIGIL_ENTRY(mtx_lock)

VIGIL_HIDDEN int hook_mtx_trylock(mtx_t* mutex) {
  return is_programs(mutex) ? result_of(try_lock(as_pthread(mutex))) : VIGIL_NEXT(mtx_trylock)(mutex);
}
VIGIL_ENTRY(mtx_trylock)

VIGIL_HIDDEN int hook_mtx_timedlock(mtx_t* mutex, const timespec* end) {
  return is_programs(mutex) ? result_of(lock_until(as_pthread(mutex), *end)) : VIGIL_NEXT(mtx_timedlock)(mutex, end);
}
VIGIL_ENTRY(mtx_timedlock)

VIGIL_HIDDEN int hook_mtx_unlock(mtx_t* mutex) {
  return is_programs(mutex) ? result_of(unlock(as_pthread(mutex))) : VIGIL_NEXT(mtx_unlock)(mutex);
}
VIGIL_ENTRY(mtx_unlock)

// ---- condition variables

VIGIL_HIDDEN int hook_cnd_init(cnd_t* condition) {
  if (is_programs(condition)) begin_or_end(as_pthread(condition));
  return VIGIL_NEXT(cnd_init)(condition);
}
VIGIL_ENTRY(cnd_init)

VIGIL_HIDDEN void hook_cnd_destroy(cnd_t* condition) {
  if (is_programs(condition)) return begin_or_end(as_pthread(condition));
  VIGIL_NEXT(cnd_destroy)(condition);
}
VIGIL_ENTRY(cnd_destroy)

VIGIL_HIDDEN int hook_cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return is_programs(condition) ? result_of(wait(as_pthread(condition), as_pthread(mutex)))
                                : VIGIL_NEXT(cnd_wait)(condition, mutex);
}
VIGIL_ENTRY(cnd_wait)

VIGIL_HIDDEN int hook_cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* end) {
  return is_programs(condition) ? result_of(wait_until(as_pthread(condition), as_pthread(mutex), *end))
                                : VIGIL_NEXT(cnd_timedwait)(condition, mutex, end);
}
VIGIL_ENTRY(cnd_timedwait)

VIGIL_HIDDEN int hook_cnd_signal(cnd_t* condition) {
  if (!is_programs(condition)) return VIGIL_NEXT(cnd_signal)(condition);
  notify(as_pthread(condition), false);
  return thrd_success;
}
VIGIL_ENTRY(cnd_signal)

VIGIL_HIDDEN int hook_cnd_broadcast(cnd_t* condition) {
  if (!is_programs(condition)) return VIGIL_NEXT(cnd_broadcast)(condition);
  notify(as_pthread(condition), true);
  return thrd_success;
}
VIGIL_ENTRY(cnd_broadcast)

// ---- thread-specific storage

VIGIL_EXPORTED int tss_create(tss_t* key, tss_dtor_t destroy) {
  if (!explores() && !starts_up()) return VIGIL_NEXT(tss_create)(key, destroy);
  return result_of(create_key(key, destroy));
}
VIGIL_EXPORTED void tss_delete(tss_t key) { pthread_key_delete(key); }
VIGIL_EXPORTED void* tss_get(tss_t key) { return pthread_getspecific(key); }
VIGIL_EXPORTED int tss_set(tss_t key, void* value) { return result_of(pthread_setspecific(key, value)); }

}  // extern "C"
