// The functions of the C library that ask for processors, and that this program replaces. Where no test stands in for
// the system, they ask it.

#include "common/made_up_system.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

using vigil::proofs::MadeUpSystem;

thread_local MadeUpSystem* MadeUpSystem::current = nullptr;

extern "C" {

int sched_getaffinity(pid_t process, std::size_t bytes, cpu_set_t* set) noexcept {
  if (MadeUpSystem::current != nullptr) return MadeUpSystem::current->get(process, bytes, set);
  const long written = syscall(SYS_sched_getaffinity, process, bytes, set);
  if (written < 0) return -1;
  std::memset(reinterpret_cast<std::byte*>(set) + written, 0, bytes - static_cast<std::size_t>(written));
  return 0;
}

int sched_setaffinity(pid_t process, std::size_t bytes, const cpu_set_t* set) noexcept {
  if (MadeUpSystem::current != nullptr) return MadeUpSystem::current->set(process, bytes, set);
  return syscall(SYS_sched_setaffinity, process, bytes, set) < 0 ? -1 : 0;
}

// std::thread::hardware_concurrency asks this one.
int get_nprocs() noexcept {
  if (MadeUpSystem::current != nullptr) return MadeUpSystem::current->online;
  return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}
}
