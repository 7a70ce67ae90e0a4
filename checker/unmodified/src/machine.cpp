// What the machine has must not matter: the program sees two processors, whatever it asks.

#include "entry.hpp"
#include "hook.hpp"
#include "next.hpp"
#include "program.hpp"
#include "startup.hpp"
#include "threads.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace vigil::unmodified {
namespace {

constexpr int kProcessors = 2;

// Before main too: a global object may keep the number.
bool is_asked_by_program() { return explores() || starts_up(); }

int show_processors(std::size_t bytes, cpu_set_t* set) {
  if (bytes < sizeof(unsigned long)) return EINVAL;
  std::memset(set, 0, bytes);
  for (int i = 0; i != kProcessors; ++i) CPU_SET_S(static_cast<std::size_t>(i), bytes, set);
  return 0;
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN long hook_sysconf(int name) {
  if (is_asked_by_program() && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) return kProcessors;
  return VIGIL_NEXT(sysconf)(name);
}
VIGIL_ENTRY(sysconf)

VIGIL_HIDDEN int hook_get_nprocs() { return is_asked_by_program() ? kProcessors : VIGIL_NEXT(get_nprocs)(); }
VIGIL_ENTRY(get_nprocs)

VIGIL_HIDDEN int hook_get_nprocs_conf() { return is_asked_by_program() ? kProcessors : VIGIL_NEXT(get_nprocs_conf)(); }
VIGIL_ENTRY(get_nprocs_conf)

VIGIL_HIDDEN int hook_sched_getcpu() { return explores() ? 0 : VIGIL_NEXT(sched_getcpu)(); }
VIGIL_ENTRY(sched_getcpu)

VIGIL_HIDDEN int hook_getcpu(unsigned* processor, unsigned* node) {
  if (!explores()) return VIGIL_NEXT(getcpu)(processor, node);
  if (processor != nullptr) *processor = 0;
  if (node != nullptr) *node = 0;
  return 0;
}
VIGIL_ENTRY(getcpu)

VIGIL_HIDDEN int hook_sched_getaffinity(pid_t process, std::size_t bytes, cpu_set_t* set) {
  if (!is_asked_by_program()) return VIGIL_NEXT(sched_getaffinity)(process, bytes, set);
  errno = show_processors(bytes, set);
  return errno == 0 ? 0 : -1;
}
VIGIL_ENTRY(sched_getaffinity)

VIGIL_HIDDEN int hook_pthread_getaffinity_np(pthread_t thread, std::size_t bytes, cpu_set_t* set) {
  return is_asked_by_program() ? show_processors(bytes, set) : VIGIL_NEXT(pthread_getaffinity_np)(thread, bytes, set);
}
VIGIL_ENTRY(pthread_getaffinity_np)

VIGIL_HIDDEN int hook_sched_setaffinity(pid_t process, std::size_t bytes, const cpu_set_t* set) {
  return is_asked_by_program() ? 0 : VIGIL_NEXT(sched_setaffinity)(process, bytes, set);
}
VIGIL_ENTRY(sched_setaffinity)

VIGIL_HIDDEN int hook_pthread_setaffinity_np(pthread_t thread, std::size_t bytes, const cpu_set_t* set) {
  return is_asked_by_program() ? 0 : VIGIL_NEXT(pthread_setaffinity_np)(thread, bytes, set);
}
VIGIL_ENTRY(pthread_setaffinity_np)

VIGIL_HIDDEN pid_t hook_gettid() {
  if (!explores()) return VIGIL_NEXT(gettid)();
  note_name_of_current();
  return static_cast<pid_t>(current_thread()) + 1;
}
VIGIL_ENTRY(gettid)

}  // extern "C"
