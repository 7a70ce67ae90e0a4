// pthread_mutex_t, of which std::mutex and mtx_t are made: a mutex of the checker at the same address.

#include "mutexes.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "loaded_objects.hpp"
#include "next.hpp"
#include "places.hpp"
#include "time.hpp"

#include <vigil/checker/hooks.hpp>

#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <optional>

namespace vigil::unmodified {
namespace {

// Recursive or not is in the mutex itself.
int type_of(const pthread_mutex_t* mutex) { return mutex->__data.__kind & 3; }

// What locking again does; nothing if the caller does not hold it, or only once.
std::optional<int> lock_again(const pthread_mutex_t* mutex, Found& found) {
  if (!is_held_by_caller(found)) return std::nullopt;
  if (type_of(mutex) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  if (type_of(mutex) != PTHREAD_MUTEX_RECURSIVE) return std::nullopt;
  ++found.depth;
  return 0;
}

}  // namespace

int lock(pthread_mutex_t* mutex) {
  const Hook hook;
  Found& found = mutex_at(mutex);
  if (const auto again = lock_again(mutex, found)) return *again;
  detail::lock(found.handle, mutex, place());
  found.depth = 1;
  return 0;
}

int lock_until(pthread_mutex_t* mutex, const std::timespec& end) {
  if (is_invalid(end)) return EINVAL;
  const Hook hook;
  const TimeLimit limit(end);
  Found& found = mutex_at(mutex);
  if (const auto again = lock_again(mutex, found)) return *again;
  if (limit.is_never()) {
    detail::lock(found.handle, mutex, place());
  } else if (limit.has_passed()) {
    if (!detail::try_lock(found.handle, mutex, place())) return ETIMEDOUT;
  } else {
    detail::show_state();
    if (!detail::lock_for(found.handle, mutex, place())) {
      limit.pass();
      return ETIMEDOUT;
    }
  }
  found.depth = 1;
  return 0;
}

int try_lock(pthread_mutex_t* mutex) {
  const Hook hook;
  Found& found = mutex_at(mutex);
  if (is_held_by_caller(found)) {
    if (type_of(mutex) != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
    return ++found.depth, 0;
  }
  if (!detail::try_lock(found.handle, mutex, place())) return EBUSY;
  found.depth = 1;
  return 0;
}

int unlock(pthread_mutex_t* mutex) {
  const Hook hook;
  Found& found = mutex_at(mutex);
  const bool is_held = is_held_by_caller(found);
  if (!is_held && type_of(mutex) != PTHREAD_MUTEX_NORMAL) return EPERM;
  if (is_held && --found.depth != 0) return 0;
  detail::unlock(found.handle, mutex, place());
  return 0;
}

void begin(const pthread_mutex_t* mutex) {
  const Hook hook;
  objects().access({reinterpret_cast<std::uintptr_t>(mutex), sizeof *mutex, true});
}

void end(const pthread_mutex_t* mutex) {
  const Hook hook;
  const Found& found = mutex_at(mutex);
  if (found.depth != 0) violate(Violation::mutex_misuse, "a mutex is destroyed while a thread holds it");
  objects().access({reinterpret_cast<std::uintptr_t>(mutex), sizeof *mutex, true});
}

bool is_held_by_caller(const Found& mutex) {
  return mutex.depth != 0 &&
         checker::Runtime::current().safety().objects()[mutex.handle.number].writer == current_thread();
}

Found& mutex_at(const pthread_mutex_t* mutex) {
  constexpr int kRobust = 16, kPriorityInherit = 32, kPriorityProtect = 64;
  if ((mutex->__data.__kind & (kRobust | kPriorityInherit | kPriorityProtect)) != 0)
    refuse("uses a robust or a priority mutex", nullptr);
  return objects().use(ObjectKind::mutex, mutex, sizeof *mutex, true);
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN int hook_pthread_mutex_lock(pthread_mutex_t* mutex) {
  return is_programs(mutex) ? lock(mutex) : VIGIL_NEXT(pthread_mutex_lock)(mutex);
}
VIGIL_ENTRY(pthread_mutex_lock)

VIGIL_HIDDEN int hook_pthread_mutex_trylock(pthread_mutex_t* mutex) {
  return is_programs(mutex) ? try_lock(mutex) : VIGIL_NEXT(pthread_mutex_trylock)(mutex);
}
VIGIL_ENTRY(pthread_mutex_trylock)

VIGIL_HIDDEN int hook_pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* end) {
  return is_programs(mutex) ? lock_until(mutex, *end) : VIGIL_NEXT(pthread_mutex_timedlock)(mutex, end);
}
VIGIL_ENTRY(pthread_mutex_timedlock)

VIGIL_HIDDEN int hook_pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* end) {
  return is_programs(mutex) ? lock_until(mutex, *end) : VIGIL_NEXT(pthread_mutex_clocklock)(mutex, clock, end);
}
VIGIL_ENTRY(pthread_mutex_clocklock)

VIGIL_HIDDEN int hook_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return is_programs(mutex) ? unlock(mutex) : VIGIL_NEXT(pthread_mutex_unlock)(mutex);
}
VIGIL_ENTRY(pthread_mutex_unlock)

VIGIL_HIDDEN int hook_pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  if (is_programs(mutex)) begin(mutex);
  return VIGIL_NEXT(pthread_mutex_init)(mutex, attributes);
}
VIGIL_ENTRY(pthread_mutex_init)

VIGIL_HIDDEN int hook_pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!is_programs(mutex)) return VIGIL_NEXT(pthread_mutex_destroy)(mutex);
  end(mutex);
  return 0;
}
VIGIL_ENTRY(pthread_mutex_destroy)

}  // extern "C"
