// pthread_cond_t, of which std::condition_variable and cnd_t are made.

#include "entry.hpp"
#include "hook.hpp"
#include "mutexes.hpp"
#include "next.hpp"
#include "places.hpp"

#include <vigil/checker/hooks.hpp>

#include <pthread.h>

namespace vigil::unmodified {
namespace {

Found& condition_at(const pthread_cond_t* condition) {
  return objects().use(ObjectKind::condition_variable, condition, sizeof *condition, true);
}

int wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  const Hook hook;
  Found& held = mutex_at(mutex);
  const Found& waited = condition_at(condition);
  held.depth = 0;
  detail::wait(waited.handle, condition, held.handle, mutex, place());
  held.depth = 1;
  return 0;
}

int notify(pthread_cond_t* condition, bool all) {
  const Hook hook;
  detail::notify(condition_at(condition).handle, condition, all, place());
  return 0;
}

int overwrite(const pthread_cond_t* condition) {
  const Hook hook;
  objects().access({reinterpret_cast<std::uintptr_t>(condition), sizeof *condition, true});
  return 0;
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN int hook_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return is_programs(condition) ? wait(condition, mutex) : VIGIL_NEXT(pthread_cond_wait)(condition, mutex);
}
VIGIL_ENTRY(pthread_cond_wait)

VIGIL_HIDDEN int hook_pthread_cond_signal(pthread_cond_t* condition) {
  return is_programs(condition) ? notify(condition, false) : VIGIL_NEXT(pthread_cond_signal)(condition);
}
VIGIL_ENTRY(pthread_cond_signal)

VIGIL_HIDDEN int hook_pthread_cond_broadcast(pthread_cond_t* condition) {
  return is_programs(condition) ? notify(condition, true) : VIGIL_NEXT(pthread_cond_broadcast)(condition);
}
VIGIL_ENTRY(pthread_cond_broadcast)

VIGIL_HIDDEN int hook_pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  if (is_programs(condition)) overwrite(condition);
  return VIGIL_NEXT(pthread_cond_init)(condition, attributes);
}
VIGIL_ENTRY(pthread_cond_init)

VIGIL_HIDDEN int hook_pthread_cond_destroy(pthread_cond_t* condition) {
  return is_programs(condition) ? overwrite(condition) : VIGIL_NEXT(pthread_cond_destroy)(condition);
}
VIGIL_ENTRY(pthread_cond_destroy)

}  // extern "C"
