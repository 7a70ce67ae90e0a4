// pthread_spinlock_t: a mutex to the checker, for which a thread waits without a loop.

#include "entry.hpp"
#include "hook.hpp"
#include "mutexes.hpp"
#include "next.hpp"
#include "places.hpp"

#include <vigil/checker/hooks.hpp>

#include <pthread.h>

#include <cerrno>

namespace vigil::unmodified {
namespace {

// The type is volatile itself.
const void* address_of(pthread_spinlock_t* lock) { return const_cast<const int*>(lock); }

Found& lock_at(pthread_spinlock_t* lock) { return objects().use(ObjectKind::mutex, lock, sizeof *lock, true); }

int lock(pthread_spinlock_t* lock) {
  const Hook hook;
  Found& found = lock_at(lock);
  detail::lock(found.handle, address_of(lock), place());
  found.depth = 1;
  return 0;
}

int try_lock(pthread_spinlock_t* lock) {
  const Hook hook;
  Found& found = lock_at(lock);
  if (is_held_by_caller(found) || !detail::try_lock(found.handle, address_of(lock), place())) return EBUSY;
  found.depth = 1;
  return 0;
}

int unlock(pthread_spinlock_t* lock) {
  const Hook hook;
  Found& found = lock_at(lock);
  found.depth = 0;
  detail::unlock(found.handle, address_of(lock), place());
  return 0;
}

void begin(pthread_spinlock_t* lock) {
  const Hook hook;
  objects().access({reinterpret_cast<std::uintptr_t>(lock), sizeof *lock, true});
}

int end(pthread_spinlock_t* lock) {
  {
    const Hook hook;
    if (lock_at(lock).depth != 0) violate(Violation::mutex_misuse, "a spin lock is destroyed while a thread holds it");
  }
  begin(lock);
  return 0;
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN int hook_pthread_spin_init(pthread_spinlock_t* lock, int is_shared) {
  if (is_programs(lock)) begin(lock);
  return VIGIL_NEXT(pthread_spin_init)(lock, is_shared);
}
VIGIL_ENTRY(pthread_spin_init)

VIGIL_HIDDEN int hook_pthread_spin_destroy(pthread_spinlock_t* lock) {
  return is_programs(lock) ? end(lock) : VIGIL_NEXT(pthread_spin_destroy)(lock);
}
VIGIL_ENTRY(pthread_spin_destroy)

VIGIL_HIDDEN int hook_pthread_spin_lock(pthread_spinlock_t* spin_lock) {
  return is_programs(spin_lock) ? lock(spin_lock) : VIGIL_NEXT(pthread_spin_lock)(spin_lock);
}
VIGIL_ENTRY(pthread_spin_lock)

VIGIL_HIDDEN int hook_pthread_spin_trylock(pthread_spinlock_t* lock) {
  return is_programs(lock) ? try_lock(lock) : VIGIL_NEXT(pthread_spin_trylock)(lock);
}
VIGIL_ENTRY(pthread_spin_trylock)

VIGIL_HIDDEN int hook_pthread_spin_unlock(pthread_spinlock_t* lock) {
  return is_programs(lock) ? unlock(lock) : VIGIL_NEXT(pthread_spin_unlock)(lock);
}
VIGIL_ENTRY(pthread_spin_unlock)

}  // extern "C"
