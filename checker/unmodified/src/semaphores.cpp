// sem_t: a number, in the same four bytes as the C library's own.

#include "entry.hpp"
#include "hook.hpp"
#include "lock_word.hpp"
#include "mutexes.hpp"
#include "next.hpp"

#include <vigil/checker/hooks.hpp>

#include <semaphore.h>

#include <cerrno>
#include <climits>

namespace vigil::unmodified {
namespace {

LockWord word_of(const sem_t* semaphore) { return {semaphore, sizeof(std::uint32_t)}; }

detail::Condition acquisition() {
  return {[](std::uint64_t& value, std::uint64_t, std::uint64_t) {
            if (value == 0) return false;
            --value;
            return true;
          },
          0, 0, detail::Condition::Wait::sleeps};
}

detail::Condition release() {
  return {[](std::uint64_t& value, std::uint64_t most, std::uint64_t) {
            if (value != most) ++value;
            return true;
          },
          SEM_VALUE_MAX, 0, detail::Condition::Wait::sleeps};
}

int fail(int error) {
  errno = error;
  return -1;
}

int acquire(const sem_t* semaphore) {
  const Hook hook;
  word_of(semaphore).change(acquisition(), std::memory_order_acquire);
  return 0;
}

int try_acquire(const sem_t* semaphore) {
  const Hook hook;
  return word_of(semaphore).try_change(acquisition(), std::memory_order_acquire) ? 0 : fail(EAGAIN);
}

int acquire_until(const sem_t* semaphore, const std::timespec& end) {
  if (is_invalid(end)) return fail(EINVAL);
  const Hook hook;
  const TimeLimit limit(end);
  return word_of(semaphore).change_until(limit, acquisition(), std::memory_order_acquire) ? 0 : fail(ETIMEDOUT);
}

int post(const sem_t* semaphore) {
  const Hook hook;
  const std::uint64_t before = word_of(semaphore).change(release(), std::memory_order_release);
  return before != SEM_VALUE_MAX ? 0 : fail(EOVERFLOW);
}

int value_of(const sem_t* semaphore, int* value) {
  const Hook hook;
  const std::uint64_t found = word_of(semaphore).load(std::memory_order_relaxed);
  objects().access({reinterpret_cast<std::uintptr_t>(value), sizeof *value, true});
  *value = static_cast<int>(found);
  return 0;
}

void overwrite(const sem_t* semaphore) {
  const Hook hook;
  objects().access({reinterpret_cast<std::uintptr_t>(semaphore), sizeof *semaphore, true});
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN int hook_sem_init(sem_t* semaphore, int is_shared, unsigned value) {
  if (is_programs(semaphore)) overwrite(semaphore);
  return VIGIL_NEXT(sem_init)(semaphore, is_shared, value);
}
VIGIL_ENTRY(sem_init)

VIGIL_HIDDEN int hook_sem_destroy(sem_t* semaphore) {
  if (is_programs(semaphore)) overwrite(semaphore);
  return VIGIL_NEXT(sem_destroy)(semaphore);
}
VIGIL_ENTRY(sem_destroy)

VIGIL_HIDDEN int hook_sem_wait(sem_t* semaphore) {
  return is_programs(semaphore) ? acquire(semaphore) : VIGIL_NEXT(sem_wait)(semaphore);
}
VIGIL_ENTRY(sem_wait)

VIGIL_HIDDEN int hook_sem_trywait(sem_t* semaphore) {
  return is_programs(semaphore) ? try_acquire(semaphore) : VIGIL_NEXT(sem_trywait)(semaphore);
}
VIGIL_ENTRY(sem_trywait)

VIGIL_HIDDEN int hook_sem_timedwait(sem_t* semaphore, const timespec* end) {
  return is_programs(semaphore) ? acquire_until(semaphore, *end) : VIGIL_NEXT(sem_timedwait)(semaphore, end);
}
VIGIL_ENTRY(sem_timedwait)

VIGIL_HIDDEN int hook_sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* end) {
  return is_programs(semaphore) ? acquire_until(semaphore, *end) : VIGIL_NEXT(sem_clockwait)(semaphore, clock, end);
}
VIGIL_ENTRY(sem_clockwait)

VIGIL_HIDDEN int hook_sem_post(sem_t* semaphore) {
  return is_programs(semaphore) ? post(semaphore) : VIGIL_NEXT(sem_post)(semaphore);
}
VIGIL_ENTRY(sem_post)

VIGIL_HIDDEN int hook_sem_getvalue(sem_t* semaphore, int* value) {
  return is_programs(semaphore) ? value_of(semaphore, value) : VIGIL_NEXT(sem_getvalue)(semaphore, value);
}
VIGIL_ENTRY(sem_getvalue)

}  // extern "C"
