// mmap of memory that is no file's: memory of the execution, as malloc gives it, and filled with zeros.

#include "allocation.hpp"
#include "entry.hpp"
#include "hook.hpp"
#include "loaded_objects.hpp"
#include "next.hpp"
#include "program.hpp"
#include "startup.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace vigil::unmodified {
namespace {

constexpr std::size_t kPage = 4096;
constexpr long kMostErrors = 4096;

constexpr std::size_t in_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

// By the instruction: malloc asks for memory before functions can be looked up.
long call_system(long number, std::array<long, 6> arguments) {
  long result = number;
  register long fourth asm("r10") = arguments[3];
  register long fifth asm("r8") = arguments[4];
  register long sixth asm("r9") = arguments[5];
  asm volatile("syscall"
               : "+a"(result)
               : "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]), "r"(fourth), "r"(fifth), "r"(sixth)
               : "rcx", "r11", "memory");
  if (result >= 0 || result < -kMostErrors) return result;
  errno = static_cast<int>(-result);
  return -1;
}

struct Mapping {
  void* address;
  std::size_t bytes;
  int protection, flags;
};

void* map(const Mapping& wanted, const void* caller) {
  const bool is_anonymous = (wanted.flags & MAP_ANONYMOUS) != 0 && (wanted.flags & (MAP_FIXED | MAP_GROWSDOWN)) == 0;
  if (!is_anonymous || wanted.protection != (PROT_READ | PROT_WRITE)) {
    if (!explores()) return nullptr;
    const Hook hook;
    refuse(is_anonymous ? "calls mmap() for memory that cannot be read and written" : "calls mmap() for a file",
           caller);
  }
  void* const memory = wanted.bytes != 0 ? allocate_pages(in_pages(wanted.bytes), kPage) : nullptr;
  if (memory != nullptr) return std::memset(memory, 0, in_pages(wanted.bytes));
  errno = wanted.bytes != 0 ? ENOMEM : EINVAL;
  return MAP_FAILED;
}

// Whether it was memory of `map`.
bool unmap(void* memory, std::size_t bytes, const void* caller) {
  if (const auto known = bytes_allocated(memory); known != 0 && known == in_pages(bytes)) {
    free_pages(memory);
    return true;
  }
  if (!explores()) return false;
  const Hook hook;
  refuse("calls munmap() for less or more than mmap() gave it in this execution", caller);
}

bool is_programs_call(const void* caller) {
  return (explores() || starts_up()) && !is_own(caller) && !is_of_system(caller);
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

#define VIGIL_MMAP(name)                                                                                           \
  extern "C" VIGIL_HIDDEN void* hook_##name(void* address, std::size_t bytes, int protection, int flags, int file, \
                                            long offset) {                                                         \
    const void* const caller = __builtin_return_address(0);                                                        \
    if (is_programs_call(caller))                                                                                  \
      if (void* const memory = map({address, bytes, protection, flags}, caller)) return memory;                    \
    return reinterpret_cast<void*>(call_system(                                                                    \
        SYS_mmap, {reinterpret_cast<long>(address), static_cast<long>(bytes), protection, flags, file, offset}));  \
  }                                                                                                                \
  VIGIL_ENTRY(name)

VIGIL_MMAP(mmap)
VIGIL_MMAP(mmap64)

extern "C" VIGIL_HIDDEN int hook_munmap(void* memory, std::size_t bytes) {
  const void* const caller = __builtin_return_address(0);
  if (is_programs_call(caller) && unmap(memory, bytes, caller)) return 0;
  return static_cast<int>(
      call_system(SYS_munmap, {reinterpret_cast<long>(memory), static_cast<long>(bytes), 0, 0, 0, 0}));
}
VIGIL_ENTRY(munmap)

// Advice about memory of the execution is of no effect, unless it throws away what is there.
extern "C" VIGIL_HIDDEN int hook_madvise(void* memory, std::size_t bytes, int advice) {
  const void* const caller = __builtin_return_address(0);
  if (!is_programs_call(caller))
    return static_cast<int>(
        call_system(SYS_madvise, {reinterpret_cast<long>(memory), static_cast<long>(bytes), advice, 0, 0, 0}));
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE) {
    const Hook hook;
    refuse("calls madvise() to throw memory away", caller);
  }
  return 0;
}
VIGIL_ENTRY(madvise)
